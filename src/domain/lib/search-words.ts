/**
 * The form that names are kept and looked for in: lower case, without accents, apostrophes and marks of
 * trade, words parted by one blank each. `counter strike` finds Counter-Strike, `pokemon` Pokémon. Only
 * `%`, `_` and `\` stay what they are, as who types them means them. Empty without a letter or digit.
 */
export function searchWords(text: string): string {
  const words = text
    .replace(/[™®©℠]/gu, '')
    .normalize('NFKD')
    .replace(/\p{M}+|['’ʼ]/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}%_\\]+/gu, ' ')
    .trim();
  return /[\p{L}\p{N}]/u.test(words) ? words : '';
}

/** From this length on a term is found inside words; a shorter one only where words begin. */
export const insideFrom = 3;

/** A text as LIKE takes it for itself. */
export function escapedForLike(text: string): string {
  return text.replace(/[%_\\]/g, '\\$&');
}

/**
 * The LIKE patterns of a term in the form of `searchWords`, over names with a blank before each word.
 * The blank lets even a single letter use the trigram index.
 */
export function searchPatterns(term: string) {
  const escaped = escapedForLike(term);
  const wordStart = `% ${escaped}%`;
  const pattern = [...term].length < insideFrom ? wordStart : `%${escaped}%`;
  return { pattern, nameStart: ` ${escaped}%`, wordStart };
}
