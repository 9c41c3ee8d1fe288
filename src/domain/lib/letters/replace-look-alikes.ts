import { lookAlikes } from './look-alikes.ts';

/** Replaces each character by the ASCII characters that it looks like, as Unicode lists them. ASCII stays. */
export function replaceLookAlikes(text: string): string {
  let result = '';
  for (const character of text) result += lookAlikes.get(character) ?? character;
  return result;
}
