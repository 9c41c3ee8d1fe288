import { removeDirectionControls } from './normalize-text.ts';

/** The text on one line, without control characters and spaces around it. */
export function toOneLine(text: string): string {
  return removeDirectionControls(text)
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
}
