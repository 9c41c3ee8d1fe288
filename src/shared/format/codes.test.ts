// cspell:disable
import { expect, test } from 'vitest';
import { readCode } from './codes.ts';

const code = '0123456789ABCDEFGHJK';

test.each([
  '0123-4567-89AB-CDEF-GHJK',
  ' o123 4567_89ab.cdef–ghjk ',
  '０１２３－４５６７－８９ＡＢ－ＣＤＥＦ－ＧＨＪＫ',
  '٠١٢٣ ٤٥٦٧ ٨٩ab cdef ghjk\u200E',
])('the code %j can be typed', (typed) => {
  expect(readCode(typed)).toBe(code);
});

test.each(['', code.slice(1), `${code}0`, `U${code.slice(1)}`])('%j is no code', (typed) => {
  expect(readCode(typed)).toBeNull();
});
