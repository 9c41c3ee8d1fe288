import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { blocks, discussions, users } from '#database/schema.ts';
import { isAppError } from '#shared/errors/app-error.ts';
import {
  createTestComment,
  createTestDiscussion,
  defaultDiscussionContent,
} from '#test/fixtures/create-discussion.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { changedTables, takeChanges } from '#test/fixtures/recorded-changes.ts';
import type { Actor } from '../actor.ts';
import type { Ctx } from '../context.ts';
import { deleteThing } from '../moderation/deleting/delete-thing.ts';
import { deleteDiscussionComment } from './comments/delete-discussion-comment.ts';
import { editDiscussionComment } from './comments/edit-discussion-comment.ts';
import { listDiscussionComments } from './comments/list-discussion-comments.ts';
import { createDiscussion } from './create-discussion.ts';
import { deleteDiscussion } from './delete-discussion.ts';
import { editDiscussion } from './edit-discussion.ts';
import { getDiscussion } from './get-discussion.ts';
import { subscribeToDiscussion, unsubscribeFromDiscussion } from './subscribe-to-discussion.ts';

/**
 * Every action and its result for each actor. `same`: it succeeds and changes nothing. `done`: it succeeds and
 * changes something. Anything else is the error (see `errorCodes`), and then nothing changes. The author has
 * blocked the blocked player. The suspended player was suspended while the request was being handled.
 */
const rights = `
  action                                             | visitor | guest         | author        | other         | commenter     | blocked       | moderator     | suspended
  read                                               | same    | same          | same          | same          | same          | same          | same          | same
  create a discussion                                | login   | guest         | done          | done          | done          | done          | done          | suspended
  edit the public one                                | login   | guest         | done          | author        | author        | author        | author        | suspended
  edit the private one                               | login   | guest         | done          | author        | author        | author        | author        | suspended
  delete the public one                              | login   | no discussion | done          | no discussion | no discussion | no discussion | no discussion | no discussion
  delete the public one as a moderator               | login   | moderators    | moderators    | moderators    | moderators    | moderators    | done          | moderators
  comment                                            | login   | done          | done          | done          | done          | done          | done          | suspended
  comment in the private one                         | login   | private       | done          | private       | private       | private       | private       | suspended
  edit the comment                                   | login   | no comment    | no comment    | no comment    | done          | no comment    | no comment    | suspended
  edit a comment in a discussion that became private | login   | no comment    | no comment    | no comment    | private       | no comment    | no comment    | suspended
  delete the comment                                 | login   | no comment    | no comment    | no comment    | done          | no comment    | no comment    | no comment
  delete the comment as a moderator                  | login   | moderators    | moderators    | moderators    | moderators    | moderators    | done          | moderators
  subscribe                                          | login   | done          | same          | done          | same          | done          | done          | done
  subscribe to the private one                       | login   | done          | same          | done          | done          | done          | done          | done
  unsubscribe                                        | login   | done          | done          | done          | done          | done          | done          | done
  comment in a discussion that does not exist        | login   | no discussion | no discussion | no discussion | no discussion | no discussion | no discussion | suspended
`;

const errorCodes: Record<string, string> = {
  login: 'login-required',
  guest: 'guest-not-allowed',
  suspended: 'account-suspended',
  author: 'not-author',
  'no discussion': 'discussion-gone',
  private: 'discussion-private',
  'no comment': 'comment-gone',
  moderators: 'moderators-only',
};

const database = useDatabase({ recordsChanges: true });

interface Fixture {
  publicId: string;
  privateId: string;
  commentId: string;
  /** A comment of the same commenter, in a discussion that became private later. */
  commentInPrivateId: string;
}

const edited = { ...defaultDiscussionContent, title: 'Worst map?' };
const reason = 'because of the rules';

const actions: Record<string, (ctx: Ctx, fixture: Fixture) => Promise<unknown>> = {
  read: async (ctx, { publicId, privateId }) => {
    await listDiscussionComments(ctx, { discussionId: publicId, page: 1 });
    await getDiscussion(ctx, { discussionId: privateId });
  },
  'create a discussion': (ctx) =>
    createDiscussion(ctx, { ...defaultDiscussionContent, key: randomUUID() }),
  'edit the public one': (ctx, { publicId }) =>
    editDiscussion(ctx, { ...edited, discussionId: publicId }),
  'edit the private one': (ctx, { privateId }) =>
    editDiscussion(ctx, { ...edited, isPrivate: true, discussionId: privateId }),
  'delete the public one': (ctx, { publicId }) => deleteDiscussion(ctx, { discussionId: publicId }),
  'delete the public one as a moderator': (ctx, { publicId }) =>
    deleteThing(ctx, { kind: 'discussion', thing: publicId, reason }),
  comment: (ctx, { publicId }) => post(ctx, publicId),
  'comment in the private one': (ctx, { privateId }) => post(ctx, privateId),
  'edit the comment': (ctx, { commentId }) =>
    editDiscussionComment(ctx, { commentId, text: 'The old harbour!' }),
  'edit a comment in a discussion that became private': (ctx, { commentInPrivateId }) =>
    editDiscussionComment(ctx, { commentId: commentInPrivateId, text: 'The old harbour!' }),
  'delete the comment': (ctx, { commentId }) => deleteDiscussionComment(ctx, { commentId }),
  'delete the comment as a moderator': (ctx, { commentId }) =>
    deleteThing(ctx, { kind: 'discussion-comment', thing: commentId, reason }),
  subscribe: (ctx, { publicId }) => subscribeToDiscussion(ctx, { discussionId: publicId }),
  'subscribe to the private one': (ctx, { privateId }) =>
    subscribeToDiscussion(ctx, { discussionId: privateId }),
  unsubscribe: (ctx, { publicId }) => unsubscribeFromDiscussion(ctx, { discussionId: publicId }),
  'comment in a discussion that does not exist': (ctx) => post(ctx, randomUUID()),
};

function post(ctx: Ctx, discussionId: string) {
  // `createTestComment` takes an account, but a visitor has none.
  return createTestComment(ctx, ctx.actor as Actor, discussionId);
}

const [header = [], ...lines] = rights
  .trim()
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()));
const actorNames = header.slice(1);

async function createFixture(name: string) {
  const { db } = database;
  const ctx = createTestCtx(db);
  const [author, commenter] = [await createPlayer(db), await createPlayer(db)];
  const publicId = await createTestDiscussion(ctx, author);
  const privateId = await createTestDiscussion(ctx, author, { isPrivate: true });
  const nowPrivate = await createTestDiscussion(ctx, author);
  const commentInPrivateId = await createTestComment(ctx, commenter, nowPrivate);
  await db.update(discussions).set({ isPrivate: true }).where(eq(discussions.id, nowPrivate));
  const fixture = {
    publicId,
    privateId,
    commentInPrivateId,
    commentId: await createTestComment(ctx, commenter, publicId),
  };
  const role = name === 'guest' || name === 'moderator' ? name : 'player';
  const actors: Record<string, Actor | null> = { visitor: null, author, commenter };
  const actor = name in actors ? (actors[name] ?? null) : await createPlayer(db, { role });
  const since = new Date();
  if (actor && name === 'blocked') {
    await db.insert(blocks).values({ blockerId: author.id, blockedId: actor.id, since });
  }
  if (actor && name === 'suspended') {
    await db.update(users).set({ banned: true }).where(eq(users.id, actor.id));
  }
  await ctx.notifier.flush();
  return { ctx: { ...ctx, actor }, fixture };
}

test('every action has a row in the table', () => {
  expect(lines.map(([action]) => action)).toEqual(Object.keys(actions));
});

describe.each(lines)('the action "%s"', (action = '', ...cells) => {
  test.each(actorNames)('has the result of the table for the actor "%s"', async (name) => {
    const { ctx, fixture } = await createFixture(name);
    const cell = cells[actorNames.indexOf(name)] ?? '';
    await takeChanges(database.db);
    const done =
      actions[action]?.(ctx, fixture) ?? Promise.reject(new Error(`No such action: ${action}`));
    const outcome = await done.then(
      () => 'done',
      (error: unknown) => {
        if (!isAppError(error)) throw error;
        return error.code;
      },
    );
    await ctx.notifier.flush();
    expect(outcome).toBe(cell === 'same' ? 'done' : (errorCodes[cell] ?? cell));
    const changed = changedTables(await takeChanges(database.db));
    if (cell === 'done') expect(changed).not.toEqual([]);
    else expect(changed).toEqual([]);
  });
});

const offered = {
  visitor: { mayEdit: false, mayDelete: 'no', mayComment: [false, false], subscribed: null },
  guest: { mayEdit: false, mayDelete: 'no', mayComment: [true, false], subscribed: false },
  author: { mayEdit: true, mayDelete: 'freely', mayComment: [true, true], subscribed: true },
  other: { mayEdit: false, mayDelete: 'no', mayComment: [true, false], subscribed: false },
  commenter: { mayEdit: false, mayDelete: 'no', mayComment: [true, false], subscribed: true },
  moderator: { mayEdit: false, mayDelete: 'with-reason', mayComment: [true, false] },
};

test.each(Object.entries(offered))(
  'the pages offer the right actions to the %s',
  async (name, expected) => {
    const { ctx, fixture } = await createFixture(name);
    const { mayComment, ...others } = expected;
    const publicId = await getDiscussion(ctx, { discussionId: fixture.publicId });
    expect(publicId).toMatchObject({ ...others, mayComment: mayComment[0] });
    const privateId = await getDiscussion(ctx, { discussionId: fixture.privateId });
    expect(privateId).toMatchObject({ mayComment: mayComment[1], isPrivate: true });
    const { comments } = await listDiscussionComments(ctx, {
      discussionId: fixture.publicId,
      page: 1,
    });
    const ofOthers = name === 'moderator' ? 'with-reason' : 'no';
    const mine = name === 'commenter';
    expect(comments).toMatchObject([{ mayEdit: mine, mayDelete: mine ? 'freely' : ofOthers }]);
  },
);
