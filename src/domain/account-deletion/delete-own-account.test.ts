// Similar names: cspell:ignore Gràce
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { dataExports, sessions, users } from '#database/schema.ts';
import { proofConstants } from '#shared/constants/accounts/sessions.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createGame, createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { countDeadlocks, createRandomForRaces, errorCodesOf } from '#test/fixtures/market.ts';
import { actAs, registerPlayer } from '#test/fixtures/registered-player.ts';
import { generateRegistration } from '#test/fixtures/registration-form.ts';
import { register } from '../accounts/registration/register.ts';
import { logIn } from '../accounts/sessions/log-in.ts';
import { startSession } from '../accounts/sessions/start-session.ts';
import { auditEconomy } from '../audit/audit-economy.ts';
import { requestDataExport } from '../data-export/request-data-export.ts';
import { buyGame } from '../game-library/buy-game.ts';
import { editProfile } from '../profiles/edit-profile.ts';
import { addMoney } from '../wallet/add-money.ts';
import { deleteOwnAccount } from './delete-own-account.ts';

const database = useDatabase({ max: 40 });
const { atOnce } = createRandomForRaces('delete-own-account');

afterEach(async () => {
  expect((await auditEconomy(database)).violations).toEqual([]);
  expect(await countDeadlocks(database.db)).toBe(0);
});

test('a player deletes the account with the typed username, and is logged out everywhere', async () => {
  const { db } = database;
  const { ctx, person, logInAgain } = await registerPlayer(db);
  await logInAgain();
  const input = { username: `  ${person.username.toUpperCase()}`.trim(), removesTexts: false };
  const cookie = await deleteOwnAccount(ctx, input);
  expect(cookie).toMatch(/Max-Age=0/);
  expect(await db.$count(sessions, eq(sessions.userId, ctx.actor.id))).toBe(0);
  await expect(logInAgain()).rejects.toMatchObject({ code: 'wrong-credentials' });
  await expect(deleteOwnAccount(ctx, input)).rejects.toMatchObject({ code: 'login-required' });
});

test('nobody gets the username of a deleted account, or a name that looks like it', async () => {
  const { ctx, person } = await registerPlayer(database.db);
  const number = person.username.replace('Grace_', '');
  await deleteOwnAccount(ctx, { username: person.username, removesTexts: false });
  const visitor = createTestCtx(database.db);
  const alike = number.replaceAll('1', 'I').replaceAll('0', 'o');
  for (const username of [`grace_${number}`, `Grace-${number}`, `GRACE_${alike}`])
    await expect(
      register(visitor, { ...generateRegistration(), username }),
      username,
    ).rejects.toMatchObject({ code: 'username-taken' });
  const { ctx: other } = await registerPlayer(database.db);
  for (const name of [person.username, `Gràce-${number}`, `ɢʀᴀᴄᴇ_${alike}`])
    await expect(
      editProfile(other, { name, description: '', profilePic: '' }),
      name,
    ).rejects.toMatchObject({ code: 'bad-input' });
});

test('a wrong username or an old proof deletes nothing', async () => {
  const { ctx, person, testClock } = await registerPlayer(database.db);
  const { username } = person;
  await expect(
    deleteOwnAccount(ctx, { username: `${username}x`, removesTexts: true }),
  ).rejects.toMatchObject({ code: 'wrong-username' });
  testClock.advance(proofConstants.freshMs);
  await expect(deleteOwnAccount(ctx, { username, removesTexts: true })).rejects.toMatchObject({
    code: 'proof-required',
  });
  const [account] = await database.db.select().from(users).where(eq(users.id, ctx.actor.id));
  expect(account?.banned).toBe(false);
});

test('a guest deletes the account with nothing but the session', async () => {
  const guest = await createPlayer(database.db, { role: 'guest' });
  const visitor = createTestCtx(database.db);
  const cookie = await startSession(visitor, guest.id, { method: 'guest' });
  const ctx = await actAs(visitor, cookie);
  visitor.testClock.advance(2 * proofConstants.freshMs);
  await deleteOwnAccount(ctx, { username: guest.username, removesTexts: true });
  const [account] = await database.db.select().from(users).where(eq(users.id, guest.id));
  expect(account).toMatchObject({ banned: true });
});

test.each(['moderator', 'admin'] as const)('the account of a %s stays', async (role) => {
  const { ctx, person } = await registerPlayer(database.db);
  await database.db.update(users).set({ role }).where(eq(users.id, ctx.actor.id));
  const deletion = deleteOwnAccount(ctx, { username: person.username, removesTexts: true });
  await expect(deletion).rejects.toMatchObject({ code: 'role-kept' });
});

test('one of several requests at the same time gets the export of the day', async () => {
  const { ctx } = await registerPlayer(database.db);
  const results = await atOnce(Array.from({ length: 8 }, () => () => requestDataExport(ctx)));
  expect(errorCodesOf(results)).toEqual(Array.from({ length: 7 }, () => 'export-too-soon'));
  expect(await database.db.$count(dataExports, eq(dataExports.userId, ctx.actor.id))).toBe(1);
});

test('an export needs a fresh proof; the next one is possible a day later, or when the first failed', async () => {
  const { ctx, logInAgain, testClock } = await registerPlayer(database.db);
  testClock.advance(proofConstants.freshMs);
  await expect(requestDataExport(ctx)).rejects.toMatchObject({ code: 'proof-required' });
  await requestDataExport(await logInAgain());
  const setState = (state: 'failed' | 'ready') =>
    database.db
      .update(dataExports)
      .set({ state, bytes: 1, endsAt: testClock.now() })
      .where(eq(dataExports.userId, ctx.actor.id));
  await setState('failed');
  await requestDataExport(await logInAgain());
  await database.db.delete(dataExports).where(eq(dataExports.state, 'ended'));
  await setState('ready');
  testClock.advance(23 * 60 * 60 * 1000);
  await expect(requestDataExport(await logInAgain())).rejects.toMatchObject({
    code: 'export-too-soon',
  });
  testClock.advance(60 * 60 * 1000);
  await requestDataExport(await logInAgain());
});

test('an account is deleted while it requests an export, buys and logs in', async () => {
  const { db } = database;
  const { id: gameId } = await createGame(db);
  for (let round = 0; round < 3; round += 1) {
    const { ctx, visitor, person } = await registerPlayer(db);
    const { username, password } = person;
    await addMoney(ctx, { amount: 50_00, key: randomUUID() });

    const results = await atOnce([
      () => deleteOwnAccount(ctx, { username, removesTexts: true }),
      () => requestDataExport(ctx),
      () => buyGame(ctx, { gameId, key: randomUUID(), price: 9_99 }),
      () => logIn(visitor, { username, password }),
      () => logIn(visitor, { username, password }),
      () => deleteOwnAccount(ctx, { username, removesTexts: false }),
    ]);
    errorCodesOf(results);
    const [account] = await db.select().from(users).where(eq(users.id, ctx.actor.id));
    expect(account?.banned).toBe(true);
    expect(await db.$count(sessions, eq(sessions.userId, ctx.actor.id))).toBe(0);
    const exports = await db
      .select({ state: dataExports.state })
      .from(dataExports)
      .where(eq(dataExports.userId, ctx.actor.id));
    expect(exports.filter(({ state }) => state !== 'ended')).toEqual([]);
  }
});
