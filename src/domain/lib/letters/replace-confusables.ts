import { confusables } from './confusables.ts';
import { latinLetters } from './latin-letters.ts';

/** The letter A of alphabets in filled circles and squares, which Unicode neither decomposes nor lists. */
const enclosed = [0x1f150, 0x1f170];

/** The letter from A to Z of an alphabet that starts at one of these code points. */
export function findLetter(character: string, starts: readonly number[]): string | undefined {
  const code = character.codePointAt(0) ?? 0;
  const first = starts.find((start) => code >= start && code < start + 26);
  return first === undefined ? undefined : String.fromCharCode(65 + code - first);
}

/**
 * Replaces each character by the ASCII characters that it looks like, as Unicode lists them, and other Latin letters,
 * such as small capitals, by what people type for them. ASCII stays.
 */
export function replaceConfusables(text: string): string {
  let result = '';
  for (const character of text)
    result +=
      confusables.get(character) ??
      latinLetters.get(character) ??
      findLetter(character, enclosed) ??
      character;
  return result;
}
