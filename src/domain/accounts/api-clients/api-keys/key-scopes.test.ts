import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { Credentials } from 'realm-web';
import { describe, expect, test } from 'vitest';
import { adminLog, apiKeys, users } from '#database/schema.ts';
import { sendRequestedEmails } from '#domain/accounts/emails/send-requested-emails.ts';
import { deleteOldRows } from '#domain/retention/delete-old-rows.ts';
import { type ApiKeyScope, apiKeyConstants } from '#shared/constants/accounts/api-key-scopes.ts';
import { proofConstants } from '#shared/constants/accounts/sessions.ts';
import { rights } from '#shared/rules/rights.ts';
import { errorOf, useRealmApp } from '#test/conformance/realm-app.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createCardSets, createClock, createGame, createPlayer } from '#test/fixtures/factories.ts';
import { registerPlayer } from '#test/fixtures/registered-player.ts';
import { limitToKey } from './key-scopes.ts';
import { mailOwnersOfEarlierKeys } from './mail-earlier-keys.ts';
import {
  confirmKeyChange,
  createOwnApiKey,
  listOwnApiKeys,
  narrowOwnApiKey,
} from './own-api-keys.ts';

const database = useDatabase();
const startRealmApp = useRealmApp(database);
const dayMs = 24 * 60 * 60 * 1000;

/** A registered account with the role, and the Realm API with the same clock. */
async function createOwner(role: 'player' | 'moderator' | 'admin' = 'player') {
  const clock = createClock();
  const owner = await registerPlayer(database.db, { clock });
  const setRole = (to: 'player' | 'moderator' | 'admin') =>
    database.db.update(users).set({ role: to }).where(eq(users.id, owner.ctx.actor.id));
  await setRole(role);
  const ctx = await owner.logInAgain();
  const realm = await startRealmApp({ clock });
  const makeKey = async (scopes: ApiKeyScope[], days: number | null = 90) => {
    const { key } = await createOwnApiKey(ctx, { name: 'robot', key: randomUUID(), scopes, days });
    const [made] = (await listOwnApiKeys(ctx)).slice(-1);
    return { key, id: made?.id ?? '' };
  };
  const logIn = (key: string) => realm.openApp().app.logIn(Credentials.apiKey(key));
  return { ...owner, ctx, testClock: clock, setRole, makeKey, logIn };
}

const grant = (me: string, to: string, game: string) =>
  [me, null, to, game, 'Crown', 'Won our tournament.'] as const;

describe('the scopes of an API key', () => {
  test('are those that its owner chose, and taking one away holds at once', async () => {
    const { ctx, makeKey, logIn } = await createOwner();
    const { key, id } = await makeKey(['read-own', 'write-own']);
    const robot = await logIn(key);
    const { username } = ctx.actor;
    await robot.callFunction('updateUserMoney', username, 5);
    await narrowOwnApiKey(ctx, id, { scopes: ['read-own'], days: null });
    expect(await errorOf(robot.callFunction('updateUserMoney', username, 5))).toMatchObject({
      statusCode: 403,
      errorCode: 'AuthError',
      error: "This needs an API key with the scope 'write-own'.",
    });
    expect(await robot.callFunction('getLastClaimDate', username, null)).toEqual({
      lastClaimDate: null,
    });
  });

  test('grow by no form, and its end is not put off', async () => {
    const { ctx, makeKey } = await createOwner('admin');
    const { id } = await makeKey(['read-own', 'write-own'], 30);
    for (const change of [
      { scopes: ['read-own', 'economy'] as ApiKeyScope[], days: null },
      { scopes: ['read-own'] as ApiKeyScope[], days: 90 },
    ])
      await expect(narrowOwnApiKey(ctx, id, change)).rejects.toMatchObject({ code: 'bad-input' });
    await narrowOwnApiKey(ctx, id, { scopes: ['read-own'], days: 7 });
    const endsAt = new Date(ctx.clock.now().getTime() + 7 * dayMs);
    expect(await listOwnApiKeys(ctx)).toMatchObject([{ scopes: ['read-own'], endsAt }]);
  });

  test('need the right at making, a fresh proof, and the right at each use', async () => {
    const { ctx, makeKey, logIn, setRole, testClock } = await createOwner('admin');
    await createCardSets(database.db);
    const game = await createGame(database.db);
    const other = await createPlayer(database.db);
    const args = grant(ctx.actor.username, other.username, game.name);
    const { key, id } = await makeKey(['read-own', 'write-own', 'economy']);
    const ordinary = await logIn((await makeKey(['read-own', 'write-own'])).key);
    expect(await errorOf(ordinary.callFunction('addCardToInventory', ...args))).toMatchObject({
      statusCode: 403,
      error: "This needs an API key with the scope 'economy'.",
    });
    const robot = await logIn(key);
    for (let times = 0; times < 2; times += 1)
      expect(await robot.callFunction('addCardToInventory', ...args)).toMatchObject({
        success: true,
      });
    await setRole('moderator');
    expect(await errorOf(robot.callFunction('addCardToInventory', ...args))).toMatchObject({
      error: 'Only admins can do this.',
    });
    await expect(
      createOwnApiKey(
        { ...ctx, actor: { ...ctx.actor, role: 'moderator' } },
        { name: 'more', key: randomUUID(), scopes: ['read-own', 'economy'] },
      ),
    ).rejects.toMatchObject({ code: 'api-key-scope-not-yours' });
    // The making, and the first use in an hour.
    const entries = await database.db.select().from(adminLog).where(eq(adminLog.subject, id));
    expect(entries.map(({ act, details }) => [act, details.scope ?? details.scopes])).toEqual([
      ['make-api-key', ['read-own', 'write-own', 'economy']],
      ['use-api-key', 'economy'],
    ]);
    testClock.advance(proofConstants.freshMs);
    await expect(makeKey(['read-own', 'moderate'])).rejects.toMatchObject({
      code: 'proof-required',
    });
  });
});

test('a key ends, with the sessions that began with it, and is deleted later', async () => {
  const { ctx, makeKey, logIn, testClock } = await createOwner();
  const { key } = await makeKey(['read-own', 'write-own'], 7);
  const robot = await logIn(key);
  testClock.advance(7 * dayMs);
  expect(await errorOf(robot.callFunction('getAllMarketItems'))).toMatchObject({ statusCode: 401 });
  expect(await errorOf(logIn(key))).toMatchObject({ statusCode: 401 });
  expect(await listOwnApiKeys(ctx)).toMatchObject([{ hasEnded: true }]);
  testClock.advance(apiKeyConstants.endedDays * dayMs + 1);
  await deleteOldRows(ctx);
  // The session of the key has not expired.
  expect(await database.db.$count(apiKeys, eq(apiKeys.accountId, ctx.actor.id))).toBe(1);
  testClock.advance(60 * dayMs);
  await deleteOldRows(ctx);
  await deleteOldRows(ctx);
  expect(await database.db.$count(apiKeys, eq(apiKeys.accountId, ctx.actor.id))).toBe(0);
});

test('the last use is written once an hour', async () => {
  const { ctx, makeKey, logIn, testClock } = await createOwner();
  const robot = await logIn((await makeKey(['read-own'])).key);
  const usedAt = async () => (await listOwnApiKeys(ctx))[0]?.lastUsedAt;
  const first = ctx.clock.now();
  await robot.callFunction('getAllMarketItems');
  expect(await usedAt()).toEqual(first);
  testClock.advance(apiKeyConstants.usedEveryMs - 1);
  await robot.callFunction('getAllMarketItems');
  expect(await usedAt()).toEqual(first);
  testClock.advance(1);
  await robot.refreshAccessToken();
  expect(await usedAt()).toEqual(ctx.clock.now());
});

describe('a key from before there were scopes', () => {
  test('has all rights for 90 days, then reads and writes', async () => {
    const { ctx, makeKey, logIn, testClock } = await createOwner('admin');
    await createCardSets(database.db);
    const game = await createGame(database.db);
    const other = await createPlayer(database.db);
    const args = grant(ctx.actor.username, other.username, game.name);
    const { key, id } = await makeKey(['read-own', 'write-own'], null);
    const allScopesUntil = new Date(ctx.clock.now().getTime() + 90 * dayMs);
    await database.db.update(apiKeys).set({ allScopesUntil }).where(eq(apiKeys.id, id));
    await (await logIn(key)).callFunction('addCardToInventory', ...args);
    testClock.advance(90 * dayMs);
    const later = await logIn(key);
    expect(await errorOf(later.callFunction('addCardToInventory', ...args))).toMatchObject({
      statusCode: 403,
    });
    expect(await later.callFunction('getAllMarketItems')).toEqual([]);
  });

  test('becomes no more than it would, and its owner is told by mail and on pages', async () => {
    const { ctx, makeKey, logInAgain, mails, person } = await createOwner('admin');
    const { id } = await makeKey(['read-own', 'write-own'], null);
    const allScopesUntil = new Date(ctx.clock.now().getTime() + 90 * dayMs);
    await database.db.update(apiKeys).set({ allScopesUntil }).where(eq(apiKeys.id, id));
    mails.length = 0;
    for (let times = 0; times < 2; times += 1) await mailOwnersOfEarlierKeys(ctx);
    await sendRequestedEmails(ctx);
    const told = mails.filter(
      ({ to, subject }) => to === person.email && subject.includes('API keys'),
    );
    expect(told).toHaveLength(1);
    expect(told[0]?.text).toContain('/settings/applications');

    expect((await logInAgain()).actor.keysChangeAt).toEqual(allScopesUntil);
    await confirmKeyChange(ctx);
    expect((await logInAgain()).actor.keysChangeAt).toBeNull();
    await expect(
      narrowOwnApiKey(ctx, id, { scopes: ['read-own', 'economy'], days: null }),
    ).rejects.toMatchObject({ code: 'bad-input' });
    await narrowOwnApiKey(ctx, id, { scopes: ['read-own'], days: null });
    expect(await listOwnApiKeys(ctx)).toMatchObject([
      { scopes: ['read-own'], becomesOrdinaryAt: null },
    ]);
  });
});

test('a key has the rights of a further role only by their scopes, and some by none', async () => {
  const actor = { ...(await createPlayer(database.db)), role: 'moderator', rights } as const;
  const limited = (keyScopes: readonly ApiKeyScope[]) => {
    const { role, rights: left } = limitToKey(
      { ...actor, rights: [...rights] },
      { keyScopes, scope: 'read-own' },
    );
    return [role, left];
  };
  expect(limited(['read-own', 'write-own'])).toEqual(['player', []]);
  expect(limited(['catalog'])).toEqual(['player', ['edit-catalog']]);
  expect(limited(['moderate', 'economy'])).toEqual(['moderator', ['moderate', 'see-economy']]);
});
