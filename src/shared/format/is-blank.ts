/** Letters and symbols that show nothing: fillers of Hangul, and the empty pattern of Braille. */
const empty = /[\u115f\u1160\u3164\uffa0\u2800]/gu;

/** Whether a text has nothing to read: blanks of every kind, joiners, and letters that show nothing. */
export function isBlank(text: string): boolean {
  return !/[\p{L}\p{N}\p{P}\p{S}]/u.test(text.replace(empty, ''));
}
