import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { commentsQuery, postCommentInput } from './comments.ts';

const typed = (text: string) => postCommentInput.safeParse({ key: randomUUID(), text });

test.each([
  ['  Hello \r\nthere  ', 'Hello \nthere'],
  ['a\0b\tc', 'a b c'],
  ['one\n\n\n \n\ntwo', 'one\n\ntwo'],
  ['one\n\ntwo', 'one\n\ntwo'],
  ['👩‍👩‍👧 hi', '👩‍👩‍👧 hi'],
  ['\ud800', '\ufffd'],
  ['   ', ''],
])('a comment is kept as it reads: %j', (text, kept) => {
  expect(typed(text).data?.text).toBe(kept);
});

test('750 characters and no more, whatever is around them', () => {
  expect(typed(`  ${'a'.repeat(750)}\r\n`).success).toBe(true);
  expect(typed('a'.repeat(751)).error?.issues).toMatchObject([{ path: ['text'] }]);
  // The browser counts a line end once, as we do.
  expect(typed(`${'a'.repeat(700)}${'\r\na'.repeat(25)}`).success).toBe(true);
});

test('an address with a typo shows the first page and asks nothing', () => {
  expect(commentsQuery.parse({ page: 'x', delete: 'y' })).toEqual({ page: 1, delete: null });
});
