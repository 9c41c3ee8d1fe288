import { expect, test } from 'vitest';
import { friendSuccessText } from './friend-success-text.ts';

test.each([
  ['add', 'Friend request sent.'],
  ['accept', 'You and Ada are friends now.'],
  ['cancel', 'Your friend request is taken back.'],
  ['decline', 'The request of Ada is declined.'],
  ['remove', 'Ada is no longer your friend.'],
  ['block', 'Ada is blocked.'],
  ['unblock', 'Ada is no longer blocked.'],
] as const)('after %s the toast says: %s', (intent, text) => {
  expect(friendSuccessText(intent, 'Ada')).toBe(text);
});

test('a request to a player who has sent one says that they are friends', () => {
  expect(friendSuccessText('add', 'Ada', true)).toBe('You and Ada are friends now.');
});
