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

test('a comment has at most 750 characters, without surrounding spaces', () => {
  expect(typed(`  ${'a'.repeat(750)}\r\n`).success).toBe(true);
  expect(typed('a'.repeat(751)).error?.issues).toMatchObject([{ path: ['text'] }]);
  // Browsers count a line end as one character, as we do.
  expect(typed(`${'a'.repeat(700)}${'\r\na'.repeat(25)}`).success).toBe(true);
});

test('an invalid query shows the first page without a confirmation', () => {
  expect(commentsQuery.parse({ page: 'x', delete: 'y' })).toEqual({ page: 1, delete: null });
});
