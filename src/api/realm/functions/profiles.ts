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
    inventory: toInventoryResponse(record.seesInventory ? await listHeldCards(ctx, record.id) : []),
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
      'The newest 1,000 registered players, newest first, without their inventories. Suspended players are left out. Each player has the last 100 games and, if you are logged in, the last 100 friends. After 1 MB of names of games and friends, further players are listed without games and friends.',
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
      'A player or guest with games and inventory and, if you are logged in, friends. Only your own record has email, money and all friend requests that you have not answered. The record of another player has only the friend request that you sent to this player.',
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
    description:
      'The same as getOneUser, without a loginId: the call acts as the account of the session.',
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
    description: 'Changes your profile. A field that is empty, null or missing keeps its value.',
    signatures: [
      defineSignature(
        [
          objectArgument(
            'user',
            [
              actorArgument('username'),
              valueArgument(
                'name',
                'string',
                editedText,
                'The name on the profile, at most 20 characters.',
              ),
              valueArgument(
                'desc',
                'string',
                editedText,
                'The description, at most 200 characters.',
              ),
              valueArgument(
                'profilePic',
                'string',
                editedText,
                'The avatar: profile1.webp to profile9.webp.',
              ),
            ],
            'The changes.',
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
    description:
      'The last comments on a profile, newest first: at most 1,000 comments with 256 KB of text together.',
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
          subjectArgument(
            'targetUsername',
            'The username of the player to whom the profile belongs.',
          ),
          loginIdArgument(),
          actorArgument('authorUsername'),
          valueArgument('text', 'string', longTextSchema, 'The comment, 1 to 750 characters.'),
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
