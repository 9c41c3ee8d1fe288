/** Letters and symbols that are invisible: Hangul fillers and the empty Braille pattern. */
const invisible = /[\u115f\u1160\u3164\uffa0\u2800]/gu;

/** Whether a text shows nothing: it has only spaces, joiners and invisible letters. */
export function isBlank(text: string): boolean {
  return !/[\p{L}\p{N}\p{P}\p{S}]/u.test(text.replace(invisible, ''));
}
