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
  'Whether you accept or decline the request.',
);

export const friendFunctions: RealmFunction[] = [
  {
    name: 'addFriendRequest',
    group: 'Friends and messages',
    callers: 'player',
    errorStyle: 'throws',
    description:
      'Sends a friend request. If the player has already sent one to you, you become friends at once. The status in the result is pending or friends.',
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
    description: 'Accepts or declines a friend request.',
    signatures: [
      defineSignature(
        [
          subjectArgument('sender', 'The username of the player who sent the request.'),
          actorArgument('username'),
          answer,
        ],
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
    description: 'The friend requests that you have not answered, newest first, at most 1,000.',
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
    description: 'A player’s friends, at most 1,000: those who are online first, then by username.',
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
    description: 'Ends your friendship with a player.',
    signatures: [
      defineSignature(
        [
          actorArgument('ownerName'),
          loginIdArgument(),
          subjectArgument('friendName', 'The username of the friend.'),
        ],
        async (ctx, { friendName }) => {
          await removeFriend(ctx, { username: friendName });
          return { success: true };
        },
      ),
    ],
    example: { arguments: ['Ada', null, 'Grace'], answer: { success: true } },
  },
];
