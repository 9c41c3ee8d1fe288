import { z } from 'zod';
import { listFriendStatuses } from '#domain/friends/list-friend-statuses.ts';
import { removeFriend } from '#domain/friends/remove-friend.ts';
import {
  acceptFriendRequest,
  declineFriendRequest,
} from '#domain/friends/requests/answer-friend-request.ts';
import { listFriendRequestSenders } from '#domain/friends/requests/list-friend-request-senders.ts';
import { sendFriendRequest } from '#domain/friends/requests/send-friend-request.ts';
import { actorArgument, loginIdArgument, subjectArgument, valueArgument } from './arguments.ts';
import { defineSignature, type RealmFunction } from './define-function.ts';
import { toFriendRequestResponse } from './to-response.ts';

const answer = valueArgument(
  'action',
  "'accept' | 'decline'",
  z.enum(['accept', 'decline']),
  'What you answer.',
);

export const friendFunctions: RealmFunction[] = [
  {
    name: 'addFriendRequest',
    group: 'Friends and messages',
    callers: 'player',
    errorStyle: 'throws',
    description: 'Asks somebody to be friends; who has asked already becomes a friend at once.',
    signatures: [
      defineSignature(
        [actorArgument('sender'), subjectArgument('target')],
        async (ctx, { target }) => {
          const { state } = await sendFriendRequest(ctx, { username: target });
          return { success: true, status: state };
        },
      ),
    ],
    example: { arguments: ['Ada', 'Grace'], answer: { success: true, status: 'pending' } },
  },
  {
    name: 'friendRequestAction',
    group: 'Friends and messages',
    callers: 'player',
    errorStyle: 'throws',
    description: 'Answers a friend request.',
    signatures: [
      defineSignature(
        [subjectArgument('sender', 'Who asked.'), actorArgument('username'), answer],
        async (ctx, { sender, action }) => {
          const act = action === 'accept' ? acceptFriendRequest : declineFriendRequest;
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
    errorStyle: 'throws',
    description: 'Who waits for your answer, the newest first; 1,000 at most.',
    hasLargeResult: true,
    signatures: [
      defineSignature([actorArgument('username')], async (ctx) => ({
        friendRequests: (await listFriendRequestSenders(ctx)).map(toFriendRequestResponse),
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
    errorStyle: 'throws',
    description: 'A player’s friends: who is online first, then by name.',
    hasLargeResult: true,
    signatures: [
      defineSignature([subjectArgument('username')], async (ctx, { username }) => ({
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
    errorStyle: 'throws',
    description: 'Ends a friendship, on both sides.',
    signatures: [
      defineSignature(
        [actorArgument('ownerName'), loginIdArgument(), subjectArgument('friendName')],
        async (ctx, { friendName }) => {
          await removeFriend(ctx, { username: friendName });
          return { success: true };
        },
      ),
    ],
    example: { arguments: ['Ada', null, 'Grace'], answer: { success: true } },
  },
];
