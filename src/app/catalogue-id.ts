import { readId } from '#shared/inputs/catalogue.ts';
import { Refusal, type RefusalCode } from '#shared/refusals.ts';

/**
 * The id in an address; what is no id is not found.
 * @throws Refusal of the given code, with `text` instead of its general one.
 */
export function catalogueId(
  address: string | undefined,
  missing: RefusalCode,
  text?: string,
): number {
  const id = readId(address);
  if (id === null) throw new Refusal(missing, { text });
  return id;
}
