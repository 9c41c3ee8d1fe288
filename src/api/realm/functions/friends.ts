import { z } from 'zod';
import { acceptRequest, declineRequest } from '#domain/friends/answer-request.ts';
import { listFriendStatuses } from '#domain/friends/list-friend-statuses.ts';
import { listRequestSenders } from '#domain/friends/list-request-senders.ts';
import { removeFriend } from '#domain/friends/remove-friend.ts';
import { sendRequest } from '#domain/friends/send-request.ts';
import { actor, loginId, subject, value } from './arguments.ts';
import { type FunctionRow, form } from './define-function.ts';
import { requestOf } from './response-shapes.ts';

const answer = value(
  'action',
  "'accept' | 'decline'",
  z.enum(['accept', 'decline']),
  'What you answer.',
);

export const friendFunctions: FunctionRow[] = [
  {
    name: 'addFriendRequest',
    group: 'Friends and messages',
    callers: 'player',
    tellsNo: 'throws',
    says: 'Asks somebody to be friends; who has asked already becomes a friend at once.',
    forms: [
      form([actor('sender'), subject('target')], async (ctx, [, username]) => {
        const { state } = await sendRequest(ctx, { username });
        return { success: true, status: state };
      }),
    ],
    example: { arguments: ['Ada', 'Grace'], answer: { success: true, status: 'pending' } },
  },
  {
    name: 'friendRequestAction',
    group: 'Friends and messages',
    callers: 'player',
    tellsNo: 'throws',
    says: 'Answers a friend request.',
    forms: [
      form(
        [subject('sender', 'Who asked.'), actor('username'), answer],
        async (ctx, [sender, , action]) => {
          const act = action === 'accept' ? acceptRequest : declineRequest;
          await act(ctx, { username: sender });
          return { success: true };
        },
      ),
    ],
    example: { arguments: ['Ada', 'Grace', 'accept'], answer: { success: true } },
  },
  {
    name: 'getFriendRequests',
    group: 'Friends and messages',
    callers: 'logged in',
    tellsNo: 'throws',
    says: 'Who waits for your answer, the newest first; 1,000 at most.',
    tellsList: true,
    forms: [
      form([actor('username')], async (ctx) => ({
        friendRequests: (await listRequestSenders(ctx)).map(requestOf),
      })),
    ],
    example: {
      arguments: ['Grace'],
      answer: { friendRequests: [{ sender: 'Ada', status: 'pending' }] },
    },
  },
  {
    name: 'getUserFriends',
    group: 'Friends and messages',
    callers: 'logged in',
    tellsNo: 'throws',
    says: 'A player’s friends: who is online first, then by name.',
    tellsList: true,
    forms: [
      form([subject('username')], async (ctx, [username]) => ({
        friends: await listFriendStatuses(ctx, { username }),
      })),
    ],
    example: {
      arguments: ['Ada'],
      answer: { friends: [{ username: 'Grace', status: 'Online' }] },
    },
  },
  {
    name: 'removeFriend',
    group: 'Friends and messages',
    callers: 'player',
    tellsNo: 'throws',
    says: 'Ends a friendship, on both sides.',
    forms: [
      form([actor('ownerName'), loginId(), subject('friendName')], async (ctx, [, , username]) => {
        await removeFriend(ctx, { username });
        return { success: true };
      }),
    ],
    example: { arguments: ['Ada', null, 'Grace'], answer: { success: true } },
  },
];
