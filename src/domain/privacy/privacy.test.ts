import { eq, sql } from 'drizzle-orm';
import { describe, expect, it, test } from 'vitest';
import { boolean } from '#database/column-types.ts';
import { users } from '#database/schema.ts';
import { typedSql } from '#database/typed-sql.ts';
import { audiences, type PrivateSubject, privateSubjects } from '#shared/constants/privacy.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { befriend } from '#test/fixtures/friends.ts';
import {
  acceptsRequests,
  isInLeaderboards,
  isInSearchEngines,
  isNamedInSales,
  isVisible,
  isVisibleToEverybody,
  isVisibleToFriends,
} from './privacy-conditions.ts';
import {
  canSeeActivity,
  canSeeFriends,
  canSeeGames,
  canSeeInventory,
  canSeePresence,
  type ReaderKind,
} from './privacy-rules.ts';
import { defaultPrivacy, type PrivacySettings, readPrivacy } from './read-privacy.ts';
import { savePrivacy } from './save-privacy.ts';

const database = useDatabase();

async function createOwner(settings?: Partial<PrivacySettings>) {
  const ctx = { ...createTestCtx(database.db), actor: await createPlayer(database.db) };
  if (settings) await savePrivacy(ctx, settings);
  return ctx;
}

const policies = {
  inventory: canSeeInventory,
  games: canSeeGames,
  friends: canSeeFriends,
  activity: canSeeActivity,
  presence: canSeePresence,
} satisfies Record<PrivateSubject, unknown>;

/** Evaluates a condition over the account. */
async function evaluate(userId: string, condition: ReturnType<typeof isVisible>) {
  const [row] = await database.db
    .select({ holds: typedSql(boolean, condition) })
    .from(users)
    .where(eq(users.id, userId));
  return row?.holds;
}

describe('the privacy settings', () => {
  it('have defaults until they are saved', async () => {
    const ctx = await createOwner();
    expect(await readPrivacy(database.db, ctx.actor.id)).toEqual(defaultPrivacy);
    await savePrivacy(ctx, {});
    expect(await readPrivacy(database.db, ctx.actor.id)).toEqual(defaultPrivacy);
  });

  it('keep the values that a save does not name', async () => {
    const ctx = await createOwner({ gamesVisibility: 'nobody' });
    await savePrivacy(ctx, { isNamedInSales: false });
    expect(await readPrivacy(database.db, ctx.actor.id)).toEqual({
      ...defaultPrivacy,
      gamesVisibility: 'nobody',
      isNamedInSales: false,
    });
  });

  it('are not saved for a visitor', async () => {
    const ctx = { ...createTestCtx(database.db), actor: null };
    await expect(savePrivacy(ctx, {})).rejects.toMatchObject({ code: 'login-required' });
  });

  it('decide where others see the account', async () => {
    const ctx = await createOwner();
    const read = async () => [
      await evaluate(ctx.actor.id, isNamedInSales(users.id)),
      await evaluate(ctx.actor.id, isInLeaderboards(users.id)),
      await evaluate(ctx.actor.id, isInSearchEngines(users.id)),
    ];
    expect(await read()).toEqual([true, true, false]);
    await savePrivacy(ctx, { isNamedInSales: false });
    expect(await read()).toEqual([false, true, false]);
    await savePrivacy(ctx, { isNamedInSales: true, isInLeaderboards: false });
    expect(await read()).toEqual([true, false, false]);
    await savePrivacy(ctx, { isInSearchEngines: true });
    expect(await read()).toEqual([true, false, true]);
  });
});

const expected: Record<ReaderKind, Record<(typeof audiences)[number], boolean>> = {
  owner: { everybody: true, friends: true, nobody: true },
  friend: { everybody: true, friends: true, nobody: false },
  stranger: { everybody: true, friends: false, nobody: false },
};

describe.each(privateSubjects)('who sees %s', (subject) => {
  it.each(audiences)('is the same in a function and in SQL for %s', async (audience) => {
    const { actor: owner } = await createOwner({ [`${subject}Visibility`]: audience });
    const friend = await createPlayer(database.db);
    const stranger = await createPlayer(database.db);
    await befriend(database.db, owner.id, friend.id);
    const settings = await readPrivacy(database.db, owner.id);
    const readers: [ReaderKind, string | null][] = [
      ['owner', owner.id],
      ['friend', friend.id],
      ['stranger', stranger.id],
      ['stranger', null],
    ];
    for (const [reader, id] of readers) {
      const answer = expected[reader][audience];
      expect([reader, policies[subject]({ reader, settings })]).toEqual([reader, answer]);
      const condition = isVisible(subject, users.id, sql`${id}::uuid`);
      expect([reader, await evaluate(owner.id, condition)]).toEqual([reader, answer]);
    }
    const seenBy = {
      friend: await evaluate(owner.id, isVisibleToFriends(subject, users.id)),
      stranger: await evaluate(owner.id, isVisibleToEverybody(subject, users.id)),
    };
    expect(seenBy).toEqual({
      friend: expected.friend[audience],
      stranger: expected.stranger[audience],
    });
  });

  it('is everybody for an account without settings', async () => {
    const { actor: owner } = await createOwner();
    expect(await evaluate(owner.id, isVisible(subject, users.id, sql`null::uuid`))).toBe(true);
  });
});

test('friends of friends are those with a common friend', async () => {
  const { db } = database;
  const { actor: owner } = await createOwner({ friendRequestsFrom: 'friends-of-friends' });
  const [common, near, far] = [
    await createPlayer(db),
    await createPlayer(db),
    await createPlayer(db),
  ];
  await befriend(db, owner.id, common.id);
  await befriend(db, common.id, near.id);
  await befriend(db, near.id, far.id);
  const accepts = async (id: string | null) =>
    evaluate(owner.id, acceptsRequests(users.id, sql`${id}::uuid`));
  expect([await accepts(near.id), await accepts(far.id), await accepts(null)]).toEqual([
    true,
    false,
    false,
  ]);
});

test('nobody can send requests to a player who accepts none', async () => {
  const { actor: owner } = await createOwner({ friendRequestsFrom: 'nobody' });
  const sender = await createPlayer(database.db);
  const condition = acceptsRequests(users.id, sql`${sender.id}::uuid`);
  expect(await evaluate(owner.id, condition)).toBe(false);
});
