import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { moderationLog, mutes, profileComments, users } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { catalogEditor, type Role } from '#shared/constants/accounts/roles.ts';
import type { ModerationAction } from '#shared/constants/moderation/moderation-actions.ts';
import { isAppError } from '#shared/errors/app-error.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import {
  createCardSets,
  createGame,
  createPlayer,
  createTestCtx,
} from '#test/fixtures/factories.ts';
import { withFreshProof } from '#test/fixtures/sign-in.ts';
import { postProfileComment } from '../../comments/post-profile-comment.ts';
import { blockPerson } from '../../friends/blocks/block-person.ts';
import { deleteThing } from '../deleting/delete-thing.ts';
import { hideThing } from '../hiding/hide-thing.ts';
import { listModerationLog } from '../log/list-moderation-log.ts';
import { restoreAccount } from '../suspension/restore-account.ts';
import { suspendAccount } from '../suspension/suspend-account.ts';
import { undoAct } from '../undoing/undo-act.ts';
import { giveFurtherRole, takeFurtherRole } from './change-further-role.ts';
import { getAccountModeration } from './get-account-moderation.ts';
import { giveRole } from './give-role.ts';
import { grantCard } from './grant-card.ts';

const database = useDatabase();
const reason = 'because of the rules';

beforeAll(() => createCardSets(database.db));

type ActorRole = 'visitor' | Role;
type Outcome = 'done' | string;

const actors: ActorRole[] = ['visitor', 'guest', 'player', 'moderator', 'admin'];
const targets: Role[] = ['guest', 'player', 'moderator', 'admin'];

async function as(role: ActorRole): Promise<Ctx> {
  const ctx = createTestCtx(database.db);
  if (role === 'visitor') return { ...ctx, actor: null };
  const actor = await createPlayer(database.db, { role });
  return { ...ctx, actor: await withFreshProof(ctx, actor) };
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

async function createComment(authorId: string): Promise<string> {
  const profile = await createPlayer(database.db);
  const [created] = await database.db
    .insert(profileComments)
    .values({ profileId: profile.id, authorId, text: 'Rude words', createdAt: new Date() })
    .returning({ id: profileComments.id });
  return created?.id ?? '';
}

/** An entry of the log by the operator. */
async function logInDatabase(targetId: string, act: ModerationAction, details = {}) {
  const [entry] = await database.db
    .insert(moderationLog)
    .values({ act, targetId, reason, details, at: new Date() })
    .returning({ id: moderationLog.id });
  return entry?.id ?? '';
}

async function hideInDatabase(authorId: string, reference: { kind: string; thing: string }) {
  const hiddenLogId = await logInDatabase(authorId, 'hide-comment', reference);
  await database.db
    .update(profileComments)
    .set({ hiddenCause: 'moderator', hiddenAt: new Date(), hiddenLogId })
    .where(eq(profileComments.id, reference.thing));
  return hiddenLogId;
}

/** The expected outcome of each action, by the role of the actor and of the target. */
const actions: Record<string, { run(ctx: Ctx, target: Role): Promise<unknown>; table: Table }> = {
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
  'give a further role': {
    run: async (ctx, role) => {
      const { username } = await createPlayer(database.db, { role });
      return giveFurtherRole(ctx, { username, role: catalogEditor, reason });
    },
    table: {
      moderator: 'admins-only',
      admin: { guest: 'guest-not-allowed', player: 'done', moderator: 'done', admin: 'not-above' },
    },
  },
  'take a further role': {
    run: async (ctx, role) => {
      const { username } = await createPlayer(database.db, { role, furtherRoles: [catalogEditor] });
      return takeFurtherRole(ctx, { username, role: catalogEditor, reason });
    },
    table: {
      moderator: 'admins-only',
      admin: { guest: 'guest-not-allowed', player: 'done', moderator: 'done', admin: 'not-above' },
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
      return deleteThing(ctx, { kind: 'profile-comment', thing: await createComment(id), reason });
    },
    table: { moderator: 'done', admin: 'done' },
  },
  'hide a comment': {
    run: async (ctx, role) => {
      const { id } = await createPlayer(database.db, { role });
      return hideThing(ctx, { kind: 'profile-comment', thing: await createComment(id), reason });
    },
    table: { moderator: 'done', admin: 'done' },
  },
  'restore a comment': {
    run: async (ctx, role) => {
      const { id } = await createPlayer(database.db, { role });
      const thing = { kind: 'profile-comment', thing: await createComment(id) } as const;
      return undoAct(ctx, { actId: await hideInDatabase(id, thing), reason });
    },
    table: { moderator: 'done', admin: 'done' },
  },
  'withdraw a warning': {
    run: async (ctx, role) => {
      const { id } = await createPlayer(database.db, { role });
      return undoAct(ctx, { actId: await logInDatabase(id, 'warn'), reason });
    },
    table: {
      moderator: { guest: 'done', player: 'done', moderator: 'not-above', admin: 'not-above' },
      admin: { guest: 'done', player: 'done', moderator: 'done', admin: 'not-above' },
    },
  },
  'end a mute': {
    run: async (ctx, role) => {
      const { id } = await createPlayer(database.db, { role });
      const logId = await logInDatabase(id, 'mute');
      await database.db.insert(mutes).values({ userId: id, until: new Date('2100-01-01'), logId });
      return undoAct(ctx, { actId: logId, reason });
    },
    table: {
      moderator: { guest: 'done', player: 'done', moderator: 'not-above', admin: 'not-above' },
      admin: { guest: 'done', player: 'done', moderator: 'done', admin: 'not-above' },
    },
  },
  'read the log': {
    run: (ctx) => listModerationLog(ctx, { page: 1 }),
    table: { moderator: 'done', admin: 'done' },
  },
  'view an account': {
    run: async (ctx, role) =>
      getAccountModeration(ctx, (await createPlayer(database.db, { role })).username),
    table: { moderator: 'done', admin: 'done' },
  },
};

type Table = Record<'moderator' | 'admin', Outcome | Record<Role, Outcome>>;

function expectedOutcome(action: string, table: Table, role: ActorRole, target: Role): Outcome {
  if (role === 'visitor') return 'login-required';
  if (role === 'guest' || role === 'player') {
    const isForAdmins = /^(make|give|take) /.test(action);
    return isForAdmins ? 'admins-only' : 'moderators-only';
  }
  const outcome = table[role];
  return typeof outcome === 'string' ? outcome : outcome[target];
}

describe.each(Object.entries(actions))('the action: %s', (action, { run, table }) => {
  it.each(actors.flatMap((role) => targets.map((target) => [role, target] as const)))(
    'has the expected outcome for a %s who acts on a %s',
    async (role, target) => {
      const ctx = await as(role);
      const isActor = ctx.actor ? eq(moderationLog.moderatorId, ctx.actor.id) : sql`false`;
      const before = await database.db.$count(moderationLog, isActor);
      const outcome = await outcomeOf(run(ctx, target));
      expect(outcome).toBe(expectedOutcome(action, table, role, target));
      const isRead = action === 'read the log' || action === 'view an account';
      const logged = (await database.db.$count(moderationLog, isActor)) - before;
      expect(logged).toBe(outcome === 'done' && !isRead ? 1 : 0);
    },
  );
});

describe('no moderator', () => {
  it.each(['moderator', 'admin'] as const)(
    'with the role %s moderates the own account',
    async (role) => {
      const ctx = await as(role);
      const username = ctx.actor?.username ?? '';
      expect(await outcomeOf(suspendAccount(ctx, { username, reason, days: 1 }))).toBe(
        'moderate-self',
      );
      expect(await outcomeOf(restoreAccount(ctx, { username, reason }))).toBe('moderate-self');
      expect(await outcomeOf(giveRole(ctx, { username, role: 'player', reason }))).toBe(
        role === 'admin' ? 'moderate-self' : 'admins-only',
      );
      const further = { username, role: catalogEditor, reason };
      expect(await outcomeOf(giveFurtherRole(ctx, further))).toBe(
        role === 'admin' ? 'moderate-self' : 'admins-only',
      );
    },
  );

  it('suspends an account twice, restores an active one or promotes a suspended one', async () => {
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

  it('gives a further role twice, takes one that is not had, or knows one that is not there', async () => {
    const ctx = await as('admin');
    const { id, username } = await createPlayer(database.db);
    const change = { username, role: catalogEditor, reason };
    expect(await outcomeOf(takeFurtherRole(ctx, change))).toBe('role-not-had');
    const outcomes = await Promise.all(
      [1, 2, 3].map(() => outcomeOf(giveFurtherRole(ctx, change))),
    );
    expect(outcomes.toSorted()).toEqual(['done', 'role-had', 'role-had']);
    expect(await outcomeOf(giveFurtherRole(ctx, { ...change, role: 'no-such' }))).toBe(
      'role-not-found',
    );
    await suspendInDatabase(id);
    expect(await outcomeOf(takeFurtherRole(ctx, change))).toBe('done');
    expect(await outcomeOf(giveFurtherRole(ctx, change))).toBe('account-suspended');
  });

  it.each(['nobody-here', 'a\0b', ''])(
    'moderates %j, an account that does not exist',
    async (username) => {
      const ctx = await as('admin');
      const codes = await Promise.all([
        outcomeOf(suspendAccount(ctx, { username, reason, days: 1 })),
        outcomeOf(restoreAccount(ctx, { username, reason })),
        outcomeOf(giveRole(ctx, { username, role: 'moderator', reason })),
        outcomeOf(getAccountModeration(ctx, username)),
      ]);
      expect(codes).toEqual(Array(4).fill('user-not-found'));
    },
  );
});

it('moderators and admins can block and be blocked, and can still moderate', async () => {
  const [admin, moderator] = [await as('admin'), await as('moderator')];
  const player = await createPlayer(database.db);
  const getUsername = ({ actor }: Ctx) => ({ username: actor?.username ?? '' });
  await blockPerson(moderator, getUsername(admin));
  await blockPerson({ ...moderator, actor: player }, getUsername(moderator));
  const comment = { ...player, key: randomUUID(), text: 'May I?' };
  expect(await outcomeOf(postProfileComment(moderator, comment))).toBe('not-reachable');

  const commentId = await createComment(player.id);
  await deleteThing(moderator, { kind: 'profile-comment', thing: commentId, reason });
  await suspendAccount(moderator, { ...player, reason, days: 1 });
  await suspendAccount(admin, { ...getUsername(moderator), reason, days: 1 });
});
