import { confusables } from './confusables.ts';

/** Replaces each character by the ASCII characters that it looks like, as Unicode lists them. ASCII stays. */
export function replaceConfusables(text: string): string {
  let result = '';
  for (const character of text) result += confusables.get(character) ?? character;
  return result;
}
