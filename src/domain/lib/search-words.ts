/**
 * The normal form of names and search terms: lower case, without accents, apostrophes and trademark
 * signs, with single spaces between words. So `counter strike` finds Counter-Strike, and `pokemon`
 * finds Pokémon. `%`, `_` and `\` stay, because people search for them. Empty when the text has no
 * letter or digit.
 */
export function toSearchWords(text: string): string {
  const words = text
    .replace(/[™®©℠]/gu, '')
    .normalize('NFKD')
    .replace(/\p{M}+|['’ʼ]/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}%_\\]+/gu, ' ')
    .trim();
  return /[\p{L}\p{N}]/u.test(words) ? words : '';
}

/**
 * Whether a term is too short for the trigram index. Such terms match only at the beginning of
 * words.
 */
export function isShortTerm(term: string): boolean {
  return [...term].length < 3;
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
