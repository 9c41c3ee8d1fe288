import { latinLetters } from '../letters/latin-letters.ts';

/**
 * The normal form of names and search terms: lower case, letters as people type them on any keyboard, without accents,
 * apostrophes and trademark signs, with single spaces between words. So `counter strike` finds Counter-Strike,
 * `pokemon` Pokémon, `smorrebrod` Smørrebrød and `repo` R.E.P.O. `+` and `#` stay at the end of a word, as in C++ and
 * C#. `%`, `_` and `\` stay, because people search for them. Empty when the text has no letter or digit.
 *
 * The function `search_words` of the database does the same.
 */
export function toSearchWords(text: string): string {
  const words = (isAscii(text) ? text.toLowerCase() : foldLetters(text))
    .replace(/['’ʼ]/gu, '')
    .replace(pointsOfAcronyms, '')
    .replace(signsOutsideWordEnds, ' ')
    .replace(/[^\p{Alphabetic}\p{Nd}%_\\+#]+/gu, ' ')
    .trim();
  return /[\p{Alphabetic}\p{Nd}]/u.test(words) ? words : '';
}

/** A point between two letters that stand alone. */
const pointsOfAcronyms =
  /(?<=(?:^|[^\p{Alphabetic}\p{Nd}])\p{Alphabetic})\.(?=\p{Alphabetic}(?:[^\p{Alphabetic}\p{Nd}]|$))/gu;

const signsOutsideWordEnds =
  /(?<![+#])[+#]+(?=[\p{Alphabetic}\p{Nd}])|(?<![\p{Alphabetic}\p{Nd}+#])[+#]+/gu;

const isAscii = (text: string) => /^[\0-\x7f]*$/.test(text);

function foldLetters(text: string): string {
  return (
    text
      .replace(/[™®©℠]/gu, '')
      .normalize('NFKD')
      .replace(/\p{M}+/gu, '')
      .toLowerCase()
      .replace(/[^\0-\x7f]/gu, (letter) => latinLetters.get(letter) ?? letter)
      // The small sigma at the end of a word.
      .replaceAll('ς', 'σ')
  );
}

/**
 * Whether a term is too short for the trigram index. Such terms match only at the beginning of
 * words.
 */
export function isShortTerm(term: string): boolean {
  return [...term].length < 3;
}

/**
 * Whether the words of a name contain a term, both in the form of `toSearchWords`. A term that is too short for an
 * index must be at the beginning of a word here too, so that all searches find the same.
 */
export function containsTerm(words: string, term: string): boolean {
  return isShortTerm(term) ? ` ${words}`.includes(` ${term}`) : words.includes(term);
}

/** Escapes a text for LIKE. */
export function escapeForLike(text: string): string {
  return text.replace(/[%_\\]/g, '\\$&');
}

/**
 * The LIKE patterns of a term in the form of `toSearchWords`, for names with a space before each
 * word. With the space, even a single letter can use the trigram index.
 */
export function getSearchPatterns(term: string) {
  const escaped = escapeForLike(term);
  const wordStart = `% ${escaped}%`;
  const pattern = isShortTerm(term) ? wordStart : `%${escaped}%`;
  return { pattern, nameStart: ` ${escaped}%`, wordStart };
}
