import { expect, test } from 'vitest';
import { isBlank } from './is-blank.ts';

test.each(['', ' ', '\n\t', '\u200b\u200d', '\u2800\u3164', '\u00a0\u2003', '\u0301'])(
  'there is nothing to read in %j',
  (text) => expect(isBlank(text)).toBe(true),
);

test.each(['a', '한', '👋', '…', ' 7 ', '\u3164x'])('%j is not blank', (text) =>
  expect(isBlank(text)).toBe(false),
);
