import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { moderationLog, profileComments, users } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import type { Role } from '#shared/constants/roles.ts';
import { isAppError } from '#shared/errors/app-error.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import {
  createCardSets,
  createGame,
  createPlayer,
  createTestCtx,
} from '#test/fixtures/factories.ts';
import { postProfileComment } from '../comments/post-profile-comment.ts';
import { blockPerson } from '../friends/block-person.ts';
import { restoreAccount } from '../lifecycle/restore-account.ts';
import { suspendAccount } from '../lifecycle/suspend-account.ts';
import { deleteCommentAsModerator } from './delete-comment.ts';
import { getAccountModeration } from './get-account-moderation.ts';
import { giveRole } from './give-role.ts';
import { grantCard } from './grant-card.ts';
import { listModerationLog } from './list-moderation-log.ts';

const database = useDatabase();
const reason = 'because of the rules';

beforeAll(() => createCardSets(database.db));

type Who = 'visitor' | Role;
type Outcome = 'done' | string;

const actors: Who[] = ['visitor', 'guest', 'player', 'moderator', 'admin'];
const targets: Role[] = ['guest', 'player', 'moderator', 'admin'];

async function as(who: Who): Promise<Ctx> {
  const ctx = createTestCtx(database.db);
  const actor = who === 'visitor' ? null : await createPlayer(database.db, { role: who });
  return { ...ctx, actor };
}

async function outcomeOf(work: Promise<unknown>): Promise<Outcome> {
  try {
    await work;
    return 'done';
  } catch (error) {
    if (!isAppError(error)) throw error;
    return error.code;
  }
}

function suspendInDatabase(id: string) {
  return database.db.update(users).set({ banned: true }).where(eq(users.id, id));
}

async function comment(authorId: string): Promise<string> {
  const profile = await createPlayer(database.db);
  const [made] = await database.db
    .insert(profileComments)
    .values({ profileId: profile.id, authorId, text: 'Rude words', createdAt: new Date() })
    .returning({ id: profileComments.id });
  return made?.id ?? '';
}

/** What becomes of each act, by who acts (and on whom). */
const acts: Record<string, { run(ctx: Ctx, target: Role): Promise<unknown>; table: Table }> = {
  suspend: {
    run: async (ctx, role) => {
      const { username } = await createPlayer(database.db, { role });
      return suspendAccount(ctx, { username, reason, days: 1 });
    },
    table: {
      moderator: { guest: 'done', player: 'done', moderator: 'not-above', admin: 'not-above' },
      admin: { guest: 'done', player: 'done', moderator: 'done', admin: 'not-above' },
    },
  },
  restore: {
    run: async (ctx, role) => {
      const { id, username } = await createPlayer(database.db, { role });
      await suspendInDatabase(id);
      return restoreAccount(ctx, { username, reason });
    },
    table: {
      moderator: { guest: 'done', player: 'done', moderator: 'not-above', admin: 'not-above' },
      admin: { guest: 'done', player: 'done', moderator: 'done', admin: 'not-above' },
    },
  },
  'make a moderator': {
    run: async (ctx, role) => {
      const { username } = await createPlayer(database.db, { role });
      return giveRole(ctx, { username, role: 'moderator', reason });
    },
    table: {
      moderator: 'admins-only',
      admin: {
        guest: 'guest-not-allowed',
        player: 'done',
        moderator: 'role-had',
        admin: 'not-above',
      },
    },
  },
  'make a player': {
    run: async (ctx, role) => {
      const { username } = await createPlayer(database.db, { role });
      return giveRole(ctx, { username, role: 'player', reason });
    },
    table: {
      moderator: 'admins-only',
      admin: {
        guest: 'guest-not-allowed',
        player: 'role-had',
        moderator: 'done',
        admin: 'not-above',
      },
    },
  },
  'give a card': {
    run: async (ctx, role) => {
      const { username } = await createPlayer(database.db, { role });
      const { name } = await createGame(database.db);
      return grantCard(ctx, { username, game: name, card: 'crown', reason, key: randomUUID() });
    },
    table: {
      moderator: 'admins-only',
      admin: { guest: 'guest-not-allowed', player: 'done', moderator: 'done', admin: 'done' },
    },
  },
  'delete a comment': {
    run: async (ctx, role) => {
      const { id } = await createPlayer(database.db, { role });
      return deleteCommentAsModerator(ctx, { commentId: await comment(id), reason });
    },
    table: { moderator: 'done', admin: 'done' },
  },
  'read the log': {
    run: (ctx) => listModerationLog(ctx, { of: null, act: null, page: 1 }),
    table: { moderator: 'done', admin: 'done' },
  },
  'look at an account': {
    run: async (ctx, role) =>
      getAccountModeration(ctx, (await createPlayer(database.db, { role })).username),
    table: { moderator: 'done', admin: 'done' },
  },
};

type Table = Record<'moderator' | 'admin', Outcome | Record<Role, Outcome>>;

function expected(act: string, table: Table, who: Who, target: Role): Outcome {
  if (who === 'visitor') return 'login-required';
  if (who === 'guest' || who === 'player') {
    const byAdmins = act.startsWith('make ') || act === 'give a card';
    return byAdmins ? 'admins-only' : 'moderators-only';
  }
  const outcome = table[who];
  return typeof outcome === 'string' ? outcome : outcome[target];
}

describe.each(Object.entries(acts))('to %s', (act, { run, table }) => {
  it.each(actors.flatMap((who) => targets.map((target) => [who, target] as const)))(
    'is decided for a %s by the role of a %s',
    async (who, target) => {
      const ctx = await as(who);
      const before = await database.db.$count(moderationLog);
      const outcome = await outcomeOf(run(ctx, target));
      expect(outcome).toBe(expected(act, table, who, target));
      const reads = act === 'read the log' || act === 'look at an account';
      const logged = (await database.db.$count(moderationLog)) - before;
      expect(logged).toBe(outcome === 'done' && !reads ? 1 : 0);
    },
  );
});

describe('nobody', () => {
  it.each(['moderator', 'admin'] as const)('as %s moderates the own account', async (role) => {
    const ctx = await as(role);
    const username = ctx.actor?.username ?? '';
    expect(await outcomeOf(suspendAccount(ctx, { username, reason, days: 1 }))).toBe(
      'moderate-self',
    );
    expect(await outcomeOf(restoreAccount(ctx, { username, reason }))).toBe('moderate-self');
    expect(await outcomeOf(giveRole(ctx, { username, role: 'player', reason }))).toBe(
      role === 'admin' ? 'moderate-self' : 'admins-only',
    );
  });

  it('suspends twice, restores who is not suspended, or promotes who is', async () => {
    const ctx = await as('admin');
    const { username } = await createPlayer(database.db);
    expect(await outcomeOf(restoreAccount(ctx, { username, reason }))).toBe('not-suspended');
    await suspendAccount(ctx, { username, reason, days: 0 });
    expect(await outcomeOf(suspendAccount(ctx, { username, reason, days: 7 }))).toBe(
      'already-suspended',
    );
    expect(await outcomeOf(giveRole(ctx, { username, role: 'moderator', reason }))).toBe(
      'account-suspended',
    );
  });

  it.each(['nobody-here', 'a\0b', ''])('moderates %j, who does not exist', async (username) => {
    const ctx = await as('admin');
    const codes = await Promise.all([
      outcomeOf(suspendAccount(ctx, { username, reason, days: 1 })),
      outcomeOf(restoreAccount(ctx, { username, reason })),
      outcomeOf(giveRole(ctx, { username, role: 'moderator', reason })),
      outcomeOf(getAccountModeration(ctx, username)),
    ]);
    expect(codes).toEqual(Array(4).fill('user-not-found'));
  });
});

it('moderators block admins, and are blocked, as anybody; it keeps none of them from moderating', async () => {
  const [admin, moderator] = [await as('admin'), await as('moderator')];
  const player = await createPlayer(database.db);
  const nameOf = ({ actor }: Ctx) => ({ username: actor?.username ?? '' });
  await blockPerson(moderator, nameOf(admin));
  await blockPerson({ ...moderator, actor: player }, nameOf(moderator));
  const wall = { ...player, key: randomUUID(), text: 'May I?' };
  expect(await outcomeOf(postProfileComment(moderator, wall))).toBe('not-reachable');

  const commentId = await comment(player.id);
  await deleteCommentAsModerator(moderator, { commentId, reason });
  await suspendAccount(moderator, { ...player, reason, days: 1 });
  await suspendAccount(admin, { ...nameOf(moderator), reason, days: 1 });
});
