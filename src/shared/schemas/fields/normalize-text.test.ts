import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { messageText } from '../chat-socket.ts';
import { postCommentInput } from '../comments.ts';
import { editDiscussionInput } from '../discussions.ts';
import { postPictureInput } from '../gallery.ts';
import { reasonInput } from '../moderation/moderation.ts';

const turning =
  'a\u202ab\u202bc\u202cd\u202de\u202ef\u2066g\u2067h\u2068i\u2069j\u200ek\u200fl\u061cm';
const plain = 'abcdefghijklm';
const id = randomUUID();

test.each([
  ['a message', () => messageText.parse(turning)],
  ['a comment', () => postCommentInput.parse({ key: id, text: turning }).text],
  ['a title', () => editDiscussionInput.parse({ title: turning, content: 'x' }).title],
  ['a discussion', () => editDiscussionInput.parse({ title: 'x', content: turning }).content],
  ['a caption', () => postPictureInput.parse({ id, caption: turning }).caption],
  ['a moderator’s reason', () => reasonInput.parse(turning)],
])('%s loses what turns the direction of the text around it', (_, written) => {
  expect(written()).toBe(plain);
});

test('a right-to-left text stays unchanged', () => {
  expect(messageText.parse('שלום עולם, مرحبا!')).toBe('שלום עולם, مرحبا!');
});
