import { codeConstants } from '../constants/codes.ts';
import { toPlainDigits } from './amounts/read-number.ts';

const { alphabet, letters, group } = codeConstants;

/**
 * A typed code without separators, in capital letters of the usual width, with digits of any script, and with the
 * letters that look like digits read as digits.
 * Null if it cannot be a code.
 */
export function readCode(typed: string): string | null {
  const code = toPlainDigits(typed)
    .toUpperCase()
    .replace(/[\s\p{Pd}_.]/gu, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
  return code.length === letters && [...code].every((letter) => alphabet.includes(letter))
    ? code
    : null;
}

/** A code as it is shown: `ABCD-EFGH-…`. */
export function formatCode(code: string): string {
  return (code.match(new RegExp(`.{${group}}`, 'g')) ?? []).join('-');
}
