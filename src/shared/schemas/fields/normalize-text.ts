/** Invisible characters that change the direction of the surrounding text. */
const directionControls = /[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/g;

/**
 * Removes characters that change the direction of the surrounding text, because they can make a name, file
 * or sentence look like another. All texts of players use it. Right-to-left languages do not need them.
 */
export function removeDirectionControls(text: string): string {
  return text.replace(directionControls, '');
}

/**
 * Normalizes a text of several lines: line ends are one character, control characters become spaces, and
 * there is at most one empty line in a row.
 */
export function normalizeText(text: string): string {
  const lines = removeDirectionControls(text.toWellFormed()).replace(/\r\n?/g, '\n');
  return lines
    .replace(/(?!\n)\p{Cc}/gu, ' ')
    .replace(/\n(?:[^\S\n]*\n){2,}/g, '\n\n')
    .trim();
}
