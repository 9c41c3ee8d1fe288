/**
 * What was typed as a text of several lines, as it is kept: line ends are one character, what cannot be
 * seen is a blank, and there is at most one empty line between two others.
 */
export function writtenText(text: string): string {
  const lines = text.toWellFormed().replace(/\r\n?/g, '\n');
  return lines
    .replace(/(?!\n)\p{Cc}/gu, ' ')
    .replace(/\n(?:[^\S\n]*\n){2,}/g, '\n\n')
    .trim();
}
