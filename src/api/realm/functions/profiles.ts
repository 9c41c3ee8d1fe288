import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { listCommentsByUsername } from '#domain/comments/list-comments-by-username.ts';
import { postProfileComment } from '#domain/comments/post-profile-comment.ts';
import type { Ctx } from '#domain/context.ts';
import { listHeldCards } from '#domain/inventory/list-held-cards.ts';
import { editProfile } from '#domain/profiles/edit-profile.ts';
import { getUserRecord, listUserRecords } from '#domain/profiles/user-records-for-api.ts';
import { postCommentInput } from '#shared/schemas/comments.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { editProfileInput } from '#shared/schemas/profiles.ts';
import {
  actorArgument,
  loginIdArgument,
  longTextSchema,
  objectArgument,
  subjectArgument,
  valueArgument,
} from './arguments.ts';
import { defineSignature, type RealmFunction } from './define-function.ts';
import { ada, exampleProfileComment, grace } from './examples.ts';
import { toInventoryResponse, toUserResponse } from './to-response.ts';

/** A user with the cards that the account holds. */
async function getUserWithInventory(ctx: Ctx, username: string) {
  const record = await getUserRecord(ctx, username);
  return {
    ...toUserResponse(record),
    inventory: toInventoryResponse(await listHeldCards(ctx, record.id)),
  };
}

const editedText = z.string().max(1_000, 'is too long').nullish();

export const profileFunctions: RealmFunction[] = [
  {
    name: 'getAllUsers',
    group: 'Players',
    callers: 'anybody',
    errorStyle: 'throws',
    description:
      'The registered players, the newest first; 1,000 at most, without inventories and with the last 100 games and friends of each. After 1 MB of those, the others are listed without.',
    expensive: true,
    hasLargeResult: true,
    signatures: [
      defineSignature([], async (ctx) => (await listUserRecords(ctx)).map(toUserResponse)),
    ],
    example: { arguments: [], answer: [grace.public] },
  },
  {
    name: 'getOneUser',
    group: 'Players',
    callers: 'anybody',
    errorStyle: 'throws',
    description:
      'A player with games, friends and inventory; email and money in your own record alone. Friends are shown to who is logged in. A friend request of another player is shown if it is yours.',
    hasLargeResult: true,
    signatures: [
      defineSignature([subjectArgument('username'), loginIdArgument()], (ctx, { username }) =>
        getUserWithInventory(ctx, username),
      ),
    ],
    example: { arguments: ['Ada', 'q3v…'], answer: ada.own },
  },
  {
    name: 'getUserProfile',
    group: 'Players',
    callers: 'anybody',
    errorStyle: 'throws',
    description: 'The same, for whom the session is bound to.',
    hasLargeResult: true,
    signatures: [
      defineSignature([subjectArgument('username')], (ctx, { username }) =>
        getUserWithInventory(ctx, username),
      ),
    ],
    example: { arguments: ['Grace'], answer: { ...grace.public, inventory: grace.inventory } },
  },
  {
    name: 'updateUser',
    group: 'Players',
    callers: 'logged in',
    errorStyle: 'throws',
    description: 'Changes what your profile shows. What is empty or left out keeps its value.',
    signatures: [
      defineSignature(
        [
          objectArgument(
            'user',
            [
              actorArgument('username'),
              valueArgument('name', 'string', editedText, 'At most 20 characters.'),
              valueArgument('desc', 'string', editedText, 'At most 200 characters.'),
              valueArgument('profilePic', 'string', editedText, 'profile1.webp to profile9.webp.'),
            ],
            'What changes.',
          ),
        ],
        async (ctx, { user }) => {
          const edit = {
            name: user.name ?? '',
            description: user.desc ?? '',
            profilePic: user.profilePic ?? '',
          };
          await editProfile(ctx, parseInput(editProfileInput, edit));
          return { success: true };
        },
      ),
    ],
    example: {
      arguments: [{ username: 'Ada', name: 'Ada L.', desc: 'Cards.', profilePic: 'profile3.webp' }],
      answer: { success: true },
    },
  },
  {
    name: 'getComments',
    group: 'Players',
    callers: 'anybody',
    errorStyle: 'throws',
    description: 'The comments on a profile, the newest first; 1,000 and 256 KB of text at most.',
    hasLargeResult: true,
    signatures: [
      defineSignature([subjectArgument('username')], async (ctx, { username }) => {
        const comments = await listCommentsByUsername(ctx, { username });
        return {
          comments: comments.map(({ id, author, text, createdAt }) => ({
            _id: id,
            authorUsername: author,
            text,
            createdAt: createdAt.toISOString(),
          })),
        };
      }),
    ],
    example: { arguments: ['Ada'], answer: { comments: [exampleProfileComment] } },
  },
  {
    name: 'addComment',
    group: 'Players',
    callers: 'player',
    errorStyle: 'throws',
    description: 'Writes a comment on a profile.',
    signatures: [
      defineSignature(
        [
          subjectArgument('targetUsername', 'Whose profile.'),
          loginIdArgument(),
          actorArgument('authorUsername'),
          valueArgument('text', 'string', longTextSchema, '1 to 750 characters.'),
        ],
        async (ctx, { targetUsername, text }) => {
          const comment = parseInput(postCommentInput, { key: randomUUID(), text });
          const { id } = await postProfileComment(ctx, { username: targetUsername, ...comment });
          return { success: true, _id: id };
        },
      ),
    ],
    example: {
      arguments: ['Ada', null, 'Grace', 'Well traded!'],
      answer: { success: true, _id: '0199b1c2-6b1d-7f02-8c55-2f0c9d7be1a3' },
    },
  },
];
