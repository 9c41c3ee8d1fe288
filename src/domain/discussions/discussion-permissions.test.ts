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
import { changedTables, databaseState } from '#test/fixtures/database-state.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import type { Ctx } from '../context.ts';
import type { Actor } from '../context-parts.ts';
import { deleteDiscussionAsModerator } from '../moderation/delete-discussion-as-moderator.ts';
import { deleteDiscussionCommentAsModerator } from '../moderation/delete-discussion-comment-as-moderator.ts';
import { deleteDiscussionComment } from './comments/delete-discussion-comment.ts';
import { editDiscussionComment } from './comments/edit-discussion-comment.ts';
import { listDiscussionComments } from './comments/list-discussion-comments.ts';
import { createDiscussion } from './create-discussion.ts';
import { deleteDiscussion } from './delete-discussion.ts';
import { editDiscussion } from './edit-discussion.ts';
import { getDiscussion } from './get-discussion.ts';
import { subscribeToDiscussion, unsubscribeFromDiscussion } from './subscribe-to-discussion.ts';

/**
 * Every action and who may do it. `same`: it succeeds and changes nothing. `done`: it succeeds.
 * Anything else is the error, and then nothing changes. The blocked player is blocked by the
 * author; the suspended player was suspended while the request was being handled.
 */
const rights = `
  act                            | visitor | guest   | author  | other   | commenter | blocked | moderator | suspended
  read                           | same    | same    | same    | same    | same      | same    | same      | same
  begin a discussion             | login   | guest   | done    | done    | done      | done    | done      | suspended
  edit it                        | login   | guest   | done    | author  | author    | author  | author    | suspended
  edit the private one           | login   | guest   | done    | author  | author    | author  | author    | suspended
  delete it                      | login   | gone    | done    | gone    | gone      | gone    | gone      | gone
  delete it as a moderator       | login   | mods    | mods    | mods    | mods      | mods    | done      | mods
  comment                        | login   | done    | done    | done    | done      | done    | done      | suspended
  comment in the private one     | login   | private | done    | private | private   | private | private   | suspended
  edit the comment               | login   | lost    | lost    | lost    | done      | lost    | lost      | suspended
  edit one where it got private  | login   | lost    | lost    | lost    | private   | lost    | lost      | suspended
  delete the comment             | login   | lost    | lost    | lost    | done      | lost    | lost      | lost
  delete the comment as moderator| login   | mods    | mods    | mods    | mods      | mods    | done      | mods
  subscribe                      | login   | done    | same    | done    | same      | done    | done      | done
  subscribe to the private one   | login   | done    | same    | done    | done      | done    | done      | done
  unsubscribe                    | login   | done    | done    | done    | done      | done    | done      | done
  comment, no such discussion    | login   | gone    | gone    | gone    | gone      | gone    | gone      | suspended
`;

const short: Record<string, string> = {
  login: 'login-required',
  guest: 'guest-not-allowed',
  suspended: 'account-suspended',
  author: 'not-author',
  gone: 'discussion-gone',
  private: 'discussion-private',
  lost: 'comment-gone',
  mods: 'moderators-only',
};

const database = useDatabase();

interface Fixture {
  open: string;
  closed: string;
  commentId: string;
  /** A comment of the same commenter in a discussion that has become private. */
  silencedId: string;
}

const edited = { ...defaultDiscussionContent, title: 'Worst map?' };
const reason = 'because of the rules';

const actions: Record<string, (ctx: Ctx, fixture: Fixture) => Promise<unknown>> = {
  read: async (ctx, { open, closed }) => {
    await listDiscussionComments(ctx, { discussionId: open, page: 1 });
    await getDiscussion(ctx, { discussionId: closed });
  },
  'begin a discussion': (ctx) =>
    createDiscussion(ctx, { ...defaultDiscussionContent, key: randomUUID() }),
  'edit it': (ctx, { open }) => editDiscussion(ctx, { ...edited, discussionId: open }),
  'edit the private one': (ctx, { closed }) =>
    editDiscussion(ctx, { ...edited, isPrivate: true, discussionId: closed }),
  'delete it': (ctx, { open }) => deleteDiscussion(ctx, { discussionId: open }),
  'delete it as a moderator': (ctx, { open }) =>
    deleteDiscussionAsModerator(ctx, { discussionId: open, reason }),
  comment: (ctx, { open }) => post(ctx, open),
  'comment in the private one': (ctx, { closed }) => post(ctx, closed),
  'edit the comment': (ctx, { commentId }) =>
    editDiscussionComment(ctx, { commentId, text: 'The old harbour!' }),
  'edit one where it got private': (ctx, { silencedId }) =>
    editDiscussionComment(ctx, { commentId: silencedId, text: 'The old harbour!' }),
  'delete the comment': (ctx, { commentId }) => deleteDiscussionComment(ctx, { commentId }),
  'delete the comment as moderator': (ctx, { commentId }) =>
    deleteDiscussionCommentAsModerator(ctx, { commentId, reason }),
  subscribe: (ctx, { open }) => subscribeToDiscussion(ctx, { discussionId: open }),
  'subscribe to the private one': (ctx, { closed }) =>
    subscribeToDiscussion(ctx, { discussionId: closed }),
  unsubscribe: (ctx, { open }) => unsubscribeFromDiscussion(ctx, { discussionId: open }),
  'comment, no such discussion': (ctx) => post(ctx, randomUUID()),
};

function post(ctx: Ctx, discussionId: string) {
  // A visitor has no account, but `say` takes one.
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
  const open = await createTestDiscussion(ctx, author);
  const closed = await createTestDiscussion(ctx, author, { isPrivate: true });
  const nowPrivate = await createTestDiscussion(ctx, author);
  const silencedId = await createTestComment(ctx, commenter, nowPrivate);
  await db.update(discussions).set({ isPrivate: true }).where(eq(discussions.id, nowPrivate));
  const fixture = {
    open,
    closed,
    silencedId,
    commentId: await createTestComment(ctx, commenter, open),
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
  expect(lines.map(([act]) => act)).toEqual(Object.keys(actions));
});

describe.each(lines)('to %s', (act = '', ...cells) => {
  test.each(actorNames)('as %s', async (name) => {
    const { ctx, fixture } = await createFixture(name);
    const cell = cells[actorNames.indexOf(name)] ?? '';
    const before = await databaseState(database.db);
    const done = actions[act]?.(ctx, fixture) ?? Promise.reject(new Error(`What is '${act}'?`));
    const outcome = await done.then(
      () => 'done',
      (error: unknown) => {
        if (!isAppError(error)) throw error;
        return error.code;
      },
    );
    await ctx.notifier.flush();
    expect(outcome).toBe(cell === 'same' ? 'done' : (short[cell] ?? cell));
    const changed = changedTables(before, await databaseState(database.db));
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
  async (name, rightsOf) => {
    const { ctx, fixture } = await createFixture(name);
    const { mayComment, ...others } = rightsOf;
    const open = await getDiscussion(ctx, { discussionId: fixture.open });
    expect(open).toMatchObject({ ...others, mayComment: mayComment[0] });
    const closed = await getDiscussion(ctx, { discussionId: fixture.closed });
    expect(closed).toMatchObject({ mayComment: mayComment[1], isPrivate: true });
    const { comments } = await listDiscussionComments(ctx, { discussionId: fixture.open, page: 1 });
    const ofOthers = name === 'moderator' ? 'with-reason' : 'no';
    const mine = name === 'commenter';
    expect(comments).toMatchObject([{ mayEdit: mine, mayDelete: mine ? 'freely' : ofOthers }]);
  },
);
