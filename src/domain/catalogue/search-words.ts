/**
 * The form that names are kept and looked for in: lower case, without accents and apostrophes, words
 * parted by one blank each. `counter strike` finds Counter-Strike and `pokemon` finds Pokémon; `%`, `_`
 * and `\` are no letters, so that nothing in it means more to LIKE than itself.
 */
export function searchWords(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+|['’ʼ]/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** From this length on a term is found inside words; a shorter one only where words begin. */
const insideFrom = 3;

/**
 * The LIKE pattern of a term in the form of `searchWords`, over names with a blank before each word.
 * The blank lets even a single letter use the trigram index.
 */
export function searchPattern(term: string): string {
  return [...term].length < insideFrom ? `% ${term}%` : `%${term}%`;
}
