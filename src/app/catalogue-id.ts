import { readId } from '#shared/inputs/catalogue.ts';
import { Refusal, type RefusalCode } from '#shared/refusals.ts';

/** The id in an address; what is no id is not found. @throws Refusal of the given code. */
export function catalogueId(text: string | undefined, missing: RefusalCode): number {
  const id = readId(text);
  if (id === null) throw new Refusal(missing);
  return id;
}
