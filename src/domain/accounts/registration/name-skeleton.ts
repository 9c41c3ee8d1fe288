import { rectifyConfusion } from 'unicode-confusables';
import { asciiSkeleton } from '#shared/format/names.ts';

const unseen = /[\p{Default_Ignorable_Code_Point}\u2800]/gu;

/**
 * A name as a reader sees it: characters of other scripts and styles become the ASCII letters that they
 * look like, by Unicode's data of confusable characters. Marks above and below letters are left out.
 */
export function foldedName(name: string): string {
  const letters = name.replace(unseen, '').normalize('NFKD').replace(/\p{M}/gu, '');
  return rectifyConfusion(letters).normalize('NFKD').replace(/\p{M}/gu, '');
}

/** What a name looks like: names with the same skeleton can be taken for each other. */
export function nameSkeleton(name: string): string {
  return asciiSkeleton(foldedName(name).trim());
}

/** Scripts that a word of one language mixes, as names of them. */
const together = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Hangul'],
  ['Latin', 'Han', 'Bopomofo'],
];

const scripts = [
  ...new Set(together.flat()),
  ...['Cyrillic', 'Greek', 'Armenian', 'Hebrew', 'Arabic', 'Cherokee', 'Coptic', 'Georgian'],
  ...['Devanagari', 'Bengali', 'Tamil', 'Telugu', 'Thai', 'Lao', 'Ethiopic', 'Khmer', 'Myanmar'],
  ...['Canadian_Aboriginal', 'Lisu', 'Tifinagh', 'Vai', 'Deseret', 'Runic', 'Gothic'],
].map((name) => ({ name, pattern: new RegExp(`\\p{Script=${name}}`, 'u') }));

/** Whether a word of the name has letters of scripts that no language writes together. */
export function mixesScripts(name: string): boolean {
  return name.split(/[^\p{L}\p{M}]+/u).some((word) => {
    const used = scripts.filter(({ pattern }) => pattern.test(word)).map((script) => script.name);
    return used.length > 1 && !together.some((group) => used.every((one) => group.includes(one)));
  });
}
