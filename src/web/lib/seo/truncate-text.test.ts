import { expect, test } from 'vitest';
import { truncateText } from './truncate-text.ts';

test.each([
  ['one two', 20, 'one two'],
  ['  one\n\t two\u2028three  ', 20, 'one two three'],
  ['one two three four', 12, 'one two…'],
  ['one two, three four', 12, 'one two…'],
  // A text that is cut exactly after a word keeps that word.
  ['one two three', 8, 'one two…'],
  ['abcdefghijklmnop', 8, 'abcdefg…'],
  ['a bcdefghijklmnop', 8, 'a bcdef…'],
  ['a 🎲🎲🎲🎲🎲🎲🎲🎲', 6, 'a 🎲🎲🎲…'],
  ['\ud83c broken', 20, '\ufffd broken'],
])('%j is shortened to %i characters as %j', (text, max, short) => {
  expect(truncateText(text, max)).toBe(short);
  expect([...truncateText(text, max)].length).toBeLessThanOrEqual(max);
});
