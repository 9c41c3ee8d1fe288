import { toAsciiSkeleton } from '#shared/format/texts/misleading-names.ts';
import { findLetter, replaceConfusables } from './replace-confusables.ts';
import { turnedAscii, turnedLetters } from './turned-letters.ts';

const invisible = /[\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** The letter A of the letters that make flags. */
const flagLetters = [0x1f1e6];

/**
 * Replaces characters of other scripts and styles by the ASCII letters that they look like, by Unicode's
 * data of confusable characters. Removes marks above and below letters and invisible characters.
 */
function foldConfusables(name: string): string {
  const replaced = replaceConfusables(toBareLetters(name)).normalize('NFKD').replace(/\p{M}/gu, '');
  return replaced.replace(
    /\p{Regional_Indicator}/gu,
    (letter) => findLetter(letter, flagLetters) ?? letter,
  );
}

const toBareLetters = (name: string) =>
  name.replace(invisible, '').normalize('NFKD').replace(/\p{M}/gu, '');

/**
 * What people can read in a name. With upside-down letters it can be a word of which only some are turned, or one that
 * is turned as a whole: then it is read from its end, and `u` is `n`.
 */
export function listReadings(name: string): string[] {
  const letters = [...toBareLetters(name)];
  if (!letters.some((letter) => turnedLetters.has(letter))) return [foldConfusables(name)];
  const turnedBack = letters.map((letter) => turnedLetters.get(letter) ?? letter);
  const turned = letters.map(
    (letter) => turnedLetters.get(letter) ?? turnedAscii.get(letter) ?? letter,
  );
  const readings = [turnedBack, turned, turned.toReversed()].map((reading) => reading.join(''));
  return [name, ...readings].map(foldConfusables);
}

/** The skeletons of a name, mostly one. Names that share one can be mistaken for each other. */
export function toNameSkeletons(name: string): string[] {
  const skeletons = listReadings(name).map((reading) => toAsciiSkeleton(reading.trim()));
  return [...new Set(skeletons)];
}

/** Groups of scripts that some language uses together in one word. */
const combinedScripts = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Hangul'],
  ['Latin', 'Han', 'Bopomofo'],
];

const scripts = [
  ...new Set(combinedScripts.flat()),
  ...['Cyrillic', 'Greek', 'Armenian', 'Hebrew', 'Arabic', 'Cherokee', 'Coptic', 'Georgian'],
  ...['Devanagari', 'Bengali', 'Tamil', 'Telugu', 'Thai', 'Lao', 'Ethiopic', 'Khmer', 'Myanmar'],
  ...['Canadian_Aboriginal', 'Lisu', 'Tifinagh', 'Vai', 'Deseret', 'Runic', 'Gothic'],
].map((name) => ({ name, pattern: new RegExp(`\\p{Script=${name}}`, 'u') }));

/** Whether a word of the name combines scripts that no language uses together. */
export function mixesScripts(name: string): boolean {
  return name.split(/[^\p{L}\p{M}]+/u).some((word) => {
    const used = scripts.filter(({ pattern }) => pattern.test(word)).map((script) => script.name);
    return (
      used.length > 1 &&
      !combinedScripts.some((group) => used.every((script) => group.includes(script)))
    );
  });
}
