import { AppError, type AppErrorCode } from '#shared/errors/app-error.ts';
import { parseId } from '#shared/schemas/catalog.ts';

/**
 * Reads a catalog id from a parameter of a path.
 * @throws AppError with the code `missing`, and `text` instead of the code's text, for an invalid id.
 */
export function readCatalogId(
  parameter: string | undefined,
  missing: AppErrorCode,
  text?: string,
): number {
  const id = parseId(parameter);
  if (id === null) throw new AppError(missing, { text });
  return id;
}
