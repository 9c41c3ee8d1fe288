import { AppError, type AppErrorCode } from '#shared/errors/app-error.ts';
import { readId } from '#shared/schemas/catalog.ts';

/**
 * The id in an address; what is no id is not found.
 * @throws Refusal of the given code, with `text` instead of its general one.
 */
export function catalogueId(
  address: string | undefined,
  missing: AppErrorCode,
  text?: string,
): number {
  const id = readId(address);
  if (id === null) throw new AppError(missing, { text });
  return id;
}
