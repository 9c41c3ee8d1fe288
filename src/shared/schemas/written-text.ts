/** What turns the direction of the text around it, or marks one without being seen. */
const directionControls = /[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/g;

/**
 * A text without what turns the direction of the text around it: it could make a name, a file or a
 * sentence read as another. Every text that players write goes through here; languages that are written
 * from right to left need none of it.
 */
export function withoutDirectionControls(text: string): string {
  return text.replace(directionControls, '');
}

/**
 * What was typed as a text of several lines, as it is kept: line ends are one character, what cannot be
 * seen is a blank, and there is at most one empty line between two others.
 */
export function writtenText(text: string): string {
  const lines = withoutDirectionControls(text.toWellFormed()).replace(/\r\n?/g, '\n');
  return lines
    .replace(/(?!\n)\p{Cc}/gu, ' ')
    .replace(/\n(?:[^\S\n]*\n){2,}/g, '\n\n')
    .trim();
}
