import { beforeAll, expect, test } from 'vitest';
import { makeAdmin } from '#domain/moderation/accounts/make-admin-from-terminal.ts';
import { useDatabase } from '../fixtures/database.ts';
import { createCardSets, createGame, findLedgerViolations } from '../fixtures/factories.ts';
import { enter, isoTime } from './function-callers.ts';
import { useRealmApp } from './realm-app.ts';

const database = useDatabase();
const startRealmApp = useRealmApp(database);
beforeAll(() => createCardSets(database.db));

test('two players who use only functions can make friends, write messages and discuss games', async () => {
  const fixture = await startRealmApp();
  const { db } = database;
  await createGame(db, { name: 'Portal 2' });
  const ada = await enter(fixture, 'Ada');
  const grace = await enter(fixture, 'Grace');

  // Friends and messages.
  await expect(ada.call('getMessages', 'Ada', 'Grace')).rejects.toThrow('You are not friends.');
  expect(await ada.call('addFriendRequest', 'Ada', 'grace')).toEqual({
    success: true,
    status: 'pending',
  });
  expect(await ada.call('getUserProfile', 'Grace')).toMatchObject({
    friendRequests: [{ sender: 'Ada', status: 'pending' }],
  });
  expect(await grace.call('getFriendRequests', 'Grace')).toEqual({
    friendRequests: [{ sender: 'Ada', status: 'pending' }],
  });
  await grace.call('friendRequestAction', 'Ada', 'Grace', 'decline');
  expect(await grace.call('addFriendRequest', 'Grace', 'Ada')).toEqual({
    success: true,
    status: 'friends',
  });
  await grace.call('removeFriend', 'Grace', grace.loginId, 'Ada');
  await ada.call('addFriendRequest', 'Ada', 'Grace');
  await grace.call('friendRequestAction', 'Ada', 'Grace', 'accept');
  expect(await ada.call('getUserFriends', 'Grace')).toEqual({
    friends: [{ username: 'Ada', status: 'Online' }],
  });
  expect(await ada.call('getMessages', 'Ada', 'Grace')).toEqual([]);
  const message = {
    _id: expect.any(String),
    sender: 'Ada',
    receiver: 'Grace',
    text: 'Trade?',
    createdAt: expect.stringMatching(isoTime),
  };
  expect(await ada.call('sendPrivateMessage', 'Ada', 'grace', ' Trade? ')).toEqual(message);
  await grace.call('sendPrivateMessage', 'Grace', 'Ada', 'Sure.');
  expect(await grace.call('getMessages', 'Ada', 'Grace')).toEqual([
    message,
    expect.objectContaining({ sender: 'Grace', receiver: 'Ada', text: 'Sure.' }),
  ]);
  await ada.call('removeFriend', 'Ada', ada.loginId, 'Grace');
  expect(await grace.call('getUserFriends', 'Ada')).toEqual({ friends: [] });

  // Discussions.
  const payload = {
    title: 'Best card?',
    content: 'Mine is a Boring.',
    game: 'Portal 2',
    genre: ['Puzzle', 'Discussion'],
    isPrivate: false,
  };
  const { _id } = (await ada.call('addDiscussion', payload, 'Ada', ada.loginId)) as {
    _id: string;
  };
  const comment = (text: string) =>
    grace.call('addCommentToDiscussion', _id, text, 'Grace', grace.loginId);
  expect(await comment('A Crown!')).toMatchObject({ success: true });
  const variant = { author: 'Ada', loginId: ada.loginId, content: 'No.', createdAt: new Date() };
  expect(await ada.call('addCommentToDiscussion', _id, variant)).toMatchObject({ success: true });
  // The client omits undefined arguments; a bound session does not need to name its player.
  const short = { author: 'Ada', loginId: undefined, content: 'Never.' };
  expect(await ada.call('addCommentToDiscussion', _id, short)).toMatchObject({ success: true });
  expect(await ada.call('addCommentToDiscussion', _id, 'Maybe.')).toMatchObject({
    success: true,
  });
  const discussion = {
    _id,
    title: 'Best card?',
    content: 'Mine is a Boring.',
    game: 'Portal 2',
    genre: ['Puzzle', 'Discussion'],
    private: false,
    author: 'Ada',
    createdAt: expect.stringMatching(isoTime),
    comments: [
      expect.objectContaining({ author: 'Grace', content: 'A Crown!' }),
      expect.objectContaining({ author: 'Ada', content: 'No.' }),
      expect.objectContaining({ author: 'Ada', content: 'Never.' }),
      expect.objectContaining({ author: 'Ada', content: 'Maybe.' }),
    ],
    commentCount: 4,
  };
  expect(await grace.call('getDiscussionById', _id)).toEqual(discussion);
  expect(await grace.call('getAllDiscussions')).toEqual([discussion]);
  const edited = { ...payload, title: 'Best of all', isPrivate: true };
  expect(await grace.call('editDiscussion', _id, edited, 'Grace', grace.loginId)).toEqual({
    error: 'Only its author can change this discussion.',
  });
  expect(await ada.call('editDiscussion', _id, edited, 'Ada', ada.loginId)).toEqual({
    success: true,
  });
  expect(await comment('And now?')).toEqual({
    error: 'Private discussion. You cannot write comments here!',
  });
  await expect(grace.call('getDiscussionById', 'nothing')).rejects.toThrow(
    'Discussion not found or failed to load.',
  );

  // Only an admin can grant cards.
  const grant = (who: typeof ada) =>
    who.call('addCardToInventory', who.username, who.loginId, 'Grace', 'Portal 2', 'Crown', 'Won.');
  await expect(grant(ada)).rejects.toThrow('Only admins can do this.');
  await makeAdmin(fixture.ctx, { username: 'Ada' });
  expect(await grant(ada)).toMatchObject({ success: true, card: { name: 'Crown' } });
  expect(await findLedgerViolations(db)).toEqual([]);

  // Log out.
  await ada.call('logoutUser', 'Ada', ada.loginId);
  await expect(ada.call('getFriendRequests', 'Ada')).rejects.toThrow(
    'No user data found. Please log in.',
  );
  await expect(ada.call('getOneUser', 'Ada', ada.loginId)).rejects.toMatchObject({
    statusCode: 400,
    errorCode: 'FunctionExecutionError',
    error: 'No user data found. Please log in.',
  });
  expect(await grace.call('getUserProfile', 'Ada')).toMatchObject({ status: 'Offline' });
});
