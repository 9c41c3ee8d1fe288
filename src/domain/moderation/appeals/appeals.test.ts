import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { moderationLog, mutes, users } from '#database/schema.ts';
import type { Role } from '#shared/constants/accounts/roles.ts';
import type { AppealOutcome } from '#shared/constants/moderation/reports.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import type { Actor } from '../../actor.ts';
import type { Ctx } from '../../context.ts';
import { decideCase } from '../cases/decide-case.ts';
import { listCases } from '../cases/list-cases.ts';
import { reportThing } from '../cases/report-thing.ts';
import { decideAppeal } from './decide-appeal.ts';
import { countOpenAppeals, listAppeals } from './list-appeals.ts';
import { listOwnActs } from './list-own-acts.ts';
import { makeAppeal } from './make-appeal.ts';

const database = useDatabase({ max: 20 });
const text = 'It was a joke among friends.';

async function as(role: Role | Actor): Promise<Ctx & { actor: Actor }> {
  const actor = typeof role === 'string' ? await createPlayer(database.db, { role }) : role;
  return { ...createTestCtx(database.db), actor };
}

/** What `moderator` does to a player whose profile was reported. Returns the player and the act. */
async function actOn(moderator: Ctx, sanction: 'warn' | 'mute' | 'suspend', role: Role = 'player') {
  const player = await as(role);
  const { id, username } = player.actor;
  const report = { kind: 'profile', thing: username, reason: 'other', text: '' } as const;
  await reportThing(await as('player'), report);
  const { cases } = await listCases(moderator, {
    kind: 'profile',
    state: 'open',
    mine: false,
    page: 1,
  });
  const caseId = cases.find(({ author }) => author === username)?.id ?? '';
  await decideCase(moderator, { caseId, thing: 'keep', sanction, days: 7, reason: 'Rude.' });
  const [act] = await database.db
    .select()
    .from(moderationLog)
    .where(and(eq(moderationLog.targetId, id), eq(moderationLog.act, sanction)));
  return { player, actId: act?.id ?? '' };
}

/** The id of the player's appeal. */
async function findAppeal(moderator: Ctx, player: Ctx) {
  const { appeals } = await listAppeals(moderator, { page: 1 });
  return appeals.find((one) => one.player === player.actor?.username)?.id ?? '';
}

const decide = (ctx: Ctx, appealId: string, outcome: AppealOutcome) =>
  decideAppeal(ctx, { appealId, outcome, answer: 'We looked at it again.' });

it('lets a player appeal once, within 30 days, against acts on his own account', async () => {
  const moderator = await as('moderator');
  const { player, actId } = await actOn(moderator, 'warn');
  expect(await listOwnActs(player)).toMatchObject([
    { id: actId, act: 'warn', reason: 'Rude.', appeal: null, mayAppeal: true },
  ]);
  expect(JSON.stringify(await listOwnActs(player))).not.toContain(moderator.actor.username);
  for (const ctx of [await as('player'), await as('admin'), moderator]) {
    await expect(makeAppeal(ctx, { actId, text })).rejects.toMatchObject({ code: 'act-gone' });
  }
  await expect(makeAppeal(player, { actId: randomUUID(), text })).rejects.toMatchObject({
    code: 'act-gone',
  });
  const late = createTestCtx(database.db);
  late.testClock.advance(30 * 24 * 60 * 60 * 1000);
  const lateCtx = { ...late, actor: player.actor };
  await expect(makeAppeal(lateCtx, { actId, text })).rejects.toMatchObject({ code: 'appeal-late' });
  const results = await Promise.allSettled(
    [1, 2, 3].map(() => makeAppeal(player, { actId, text })),
  );
  const refused = results.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
  expect(refused).toEqual(['appeal-again', 'appeal-again']);
  expect(await listOwnActs(player)).toMatchObject([
    { appeal: { text, outcome: null }, mayAppeal: false },
  ]);
});

it('is decided once, by another moderator, and the player reads the answer', async () => {
  const [first, second] = [await as('moderator'), await as('moderator')];
  const { player, actId } = await actOn(first, 'mute');
  await makeAppeal(player, { actId, text });
  const appealId = await findAppeal(second, player);
  await expect(decide(first, appealId, 'upheld')).rejects.toMatchObject({ code: 'appeal-own-act' });
  for (const role of ['guest', 'player'] as const) {
    const ctx = await as(role);
    for (const work of [
      decide(ctx, appealId, 'reversed'),
      listAppeals(ctx, { page: 1 }),
      countOpenAppeals(ctx),
    ]) {
      await expect(work).rejects.toMatchObject({ code: 'moderators-only' });
    }
  }
  const admin = await as('admin');
  const results = await Promise.allSettled([
    decide(second, appealId, 'reversed'),
    decide(admin, appealId, 'reversed'),
  ]);
  const refused = results.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
  expect(refused).toEqual(['appeal-decided']);
  expect(await database.db.$count(mutes, eq(mutes.userId, player.actor.id))).toBe(0);
  expect(await listOwnActs(player)).toMatchObject([
    { appeal: { outcome: 'reversed', answer: 'We looked at it again.' } },
  ]);
  expect(await findAppeal(second, player)).toBe('');
});

it('ends a reversed suspension, but neither a later one nor the closing of a deleted account', async () => {
  const [first, second] = [await as('moderator'), await as('moderator')];
  const readBan = async (id: string) => {
    const [row] = await database.db
      .select({ banned: users.banned })
      .from(users)
      .where(eq(users.id, id));
    return row?.banned;
  };
  const reversed = await actOn(first, 'suspend');
  await makeAppeal(reversed.player, { actId: reversed.actId, text });
  await decide(second, await findAppeal(second, reversed.player), 'reversed');
  expect(await readBan(reversed.player.actor.id)).toBe(false);

  const upheld = await actOn(first, 'suspend');
  await makeAppeal(upheld.player, { actId: upheld.actId, text });
  await decide(second, await findAppeal(second, upheld.player), 'upheld');
  expect(await readBan(upheld.player.actor.id)).toBe(true);

  const later = await actOn(first, 'suspend');
  const { id } = later.player.actor;
  await makeAppeal(later.player, { actId: later.actId, text });
  await database.db
    .update(users)
    .set({ banReason: 'The account was deleted.', banExpires: null })
    .where(eq(users.id, id));
  await decide(second, await findAppeal(second, later.player), 'reversed');
  expect(await readBan(id)).toBe(true);
});

it('is decided by the one who acted when there is no other', async () => {
  const admin = await as('admin');
  const { player, actId } = await actOn(admin, 'warn', 'moderator');
  await makeAppeal(player, { actId, text });
  const appealId = await findAppeal(admin, player);
  await expect(decide(player, appealId, 'reversed')).rejects.toMatchObject({ code: 'appeal-gone' });
  await expect(decide(await as('moderator'), appealId, 'upheld')).rejects.toMatchObject({
    code: 'not-above',
  });
  await database.db.update(users).set({ role: 'player' }).where(eq(users.role, 'admin'));
  await database.db.update(users).set({ role: 'admin' }).where(eq(users.id, admin.actor.id));
  await decide(admin, appealId, 'upheld');
});
