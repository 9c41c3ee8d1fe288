import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { listCommentsOf } from '#domain/comments/list-comments-by-username.ts';
import { postProfileComment } from '#domain/comments/post-profile-comment.ts';
import type { Ctx } from '#domain/context.ts';
import { listHeldCards } from '#domain/inventory/list-held-cards.ts';
import { editProfile } from '#domain/profiles/edit-profile.ts';
import { getUserRecord, listUserRecords } from '#domain/profiles/user-records.ts';
import { postCommentInput } from '#shared/schemas/comments.ts';
import { editProfileInput } from '#shared/schemas/profiles.ts';
import { actor, fields, loginId, longText, subject, value } from './arguments.ts';
import { type FunctionRow, form } from './define-function.ts';
import { ada, grace, profileComment } from './examples.ts';
import { readInput } from './read-input.ts';
import { inventoryOf, userOf } from './response-shapes.ts';

/** An account with what it holds. */
async function userWithInventory(ctx: Ctx, username: string) {
  const record = await getUserRecord(ctx, username);
  return { ...userOf(record), inventory: inventoryOf(await listHeldCards(ctx, record.id)) };
}

const edited = z.string().max(1_000, 'is too long').nullish();

export const profileFunctions: FunctionRow[] = [
  {
    name: 'getAllUsers',
    group: 'Players',
    callers: 'anybody',
    tellsNo: 'throws',
    says: 'The registered players, the newest first; 1,000 at most, without inventories and with the last 100 games and friends of each. After 1 MB of those, the others are listed without.',
    heavy: true,
    tellsList: true,
    forms: [form([], async (ctx) => (await listUserRecords(ctx)).map(userOf))],
    example: { arguments: [], answer: [grace.public] },
  },
  {
    name: 'getOneUser',
    group: 'Players',
    callers: 'anybody',
    tellsNo: 'throws',
    says: 'A player with games, friends and inventory; email and money in your own record alone. Friends are shown to who is logged in. A friend request of another player is shown if it is yours.',
    tellsList: true,
    forms: [
      form([subject('username'), loginId()], (ctx, [username]) => userWithInventory(ctx, username)),
    ],
    example: { arguments: ['Ada', 'q3v…'], answer: ada.own },
  },
  {
    name: 'getUserProfile',
    group: 'Players',
    callers: 'anybody',
    tellsNo: 'throws',
    says: 'The same, for whom the session is bound to.',
    tellsList: true,
    forms: [form([subject('username')], (ctx, [username]) => userWithInventory(ctx, username))],
    example: { arguments: ['Grace'], answer: { ...grace.public, inventory: grace.inventory } },
  },
  {
    name: 'updateUser',
    group: 'Players',
    callers: 'logged in',
    tellsNo: 'throws',
    says: 'Changes what your profile shows. What is empty or left out keeps its value.',
    forms: [
      form(
        [
          fields(
            'user',
            [
              actor('username'),
              value('name', 'string', edited, 'At most 20 characters.'),
              value('desc', 'string', edited, 'At most 200 characters.'),
              value('profilePic', 'string', edited, 'profile1.webp to profile9.webp.'),
            ],
            'What changes.',
          ),
        ],
        async (ctx, [{ name, desc, profilePic }]) => {
          const edit = {
            name: name ?? '',
            description: desc ?? '',
            profilePic: profilePic ?? '',
          };
          await editProfile(ctx, readInput(editProfileInput, edit));
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
    tellsNo: 'throws',
    says: 'The comments on a profile, the newest first; 1,000 and 256 KB of text at most.',
    tellsList: true,
    forms: [
      form([subject('username')], async (ctx, [username]) => {
        const comments = await listCommentsOf(ctx, { username });
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
    example: { arguments: ['Ada'], answer: { comments: [profileComment] } },
  },
  {
    name: 'addComment',
    group: 'Players',
    callers: 'player',
    tellsNo: 'throws',
    says: 'Writes a comment on a profile.',
    forms: [
      form(
        [
          subject('targetUsername', 'Whose profile.'),
          loginId(),
          actor('authorUsername'),
          value('text', 'string', longText, '1 to 750 characters.'),
        ],
        async (ctx, [username, , , text]) => {
          const comment = readInput(postCommentInput, { key: randomUUID(), text });
          const { id } = await postProfileComment(ctx, { username, ...comment });
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
