import { eq } from 'drizzle-orm';
import { Credentials } from 'realm-web';
import { describe, expect, test } from 'vitest';
import { accounts, cards, friendships, marketListings, users } from '#database/schema.ts';
import { retireGuests } from '#domain/account-deletion/retire-guests.ts';
import { createCredentialRow } from '#domain/accounts/registration/create-account.ts';
import { register } from '#domain/accounts/registration/register.ts';
import { areFriends } from '#domain/friends/are-friends.ts';
import { toFriendPair } from '#domain/friends/lock-friend-pair.ts';
import { proofConstants } from '#shared/constants/accounts/sessions.ts';
import { useDatabase } from '../fixtures/database.ts';
import { createPlayer, findLedgerViolations } from '../fixtures/factories.ts';
import { createListings, createTradedGame, readBalance } from '../fixtures/market.ts';
import { errorOf, useRealmApp } from './realm-app.ts';

const database = useDatabase();
const startRealmApp = useRealmApp(database);
const password = 'a long password';
type Fixture = Awaited<ReturnType<typeof startRealmApp>>;

/** Creates a player with a password who is logged in with the real client. */
async function createOwner(fixture: Fixture, values: Parameters<typeof createPlayer>[1] = {}) {
  const { db } = database;
  const actor = await createPlayer(db, values);
  await db.insert(accounts).values(createCredentialRow(actor.id, `hash:${password}`));
  const email = `${actor.username.toLowerCase()}@example.test`;
  const client = fixture.openApp();
  const user = await client.app.logIn(Credentials.emailPassword(email, password));
  return { ...client, actor, email, user };
}

async function rowOf(id: string) {
  const [row] = await database.db.select().from(users).where(eq(users.id, id));
  if (!row) throw new Error('The account does not exist.');
  return row;
}

describe('deleting an account', () => {
  test('removes its name, email address, sessions, listings and friends at once', async () => {
    const fixture = await startRealmApp();
    const { db } = database;
    const { actor, app, user, email, calls } = await createOwner(fixture, { balance: 5_00 });
    const friend = await createPlayer(db);
    await db
      .insert(friendships)
      .values({ ...toFriendPair(actor.id, friend.id), since: new Date() });
    const gameId = await createTradedGame(db);
    await createListings(db, { seller: actor, gameId, prices: [1_00, 2_00] });
    const { key } = await user.apiKeys.create('robot');

    await app.deleteUser(user);
    expect(calls.slice(-2)).toEqual(['DELETE /auth/delete 204', 'DELETE /auth/session 401']);
    expect(app.currentUser).toBeNull();
    const row = await rowOf(actor.id);
    expect(row.displayUsername).toMatch(/^former-[0-9a-f]{12}$/);
    expect(row).toMatchObject({ name: 'Former player', description: '', banned: true });
    expect(JSON.stringify(row).toLowerCase()).not.toContain(actor.username.toLowerCase());
    for (const credentials of [
      Credentials.emailPassword(email, password),
      Credentials.apiKey(key),
    ]) {
      expect(await errorOf(app.logIn(credentials))).toMatchObject({ statusCode: 401 });
    }
    expect(await areFriends(db, actor.id, friend.id)).toBe(false);
    expect(await db.$count(marketListings, eq(marketListings.sellerId, actor.id))).toBe(0);
  });

  test('removes its money and cards in the nightly job without audit violations', async () => {
    const fixture = await startRealmApp();
    const { db } = database;
    const { actor, app, user } = await createOwner(fixture, { balance: 7_00 });
    const gameId = await createTradedGame(db);
    await createListings(db, { seller: actor, gameId, prices: [3_00] });
    await app.deleteUser(user);
    expect(await readBalance(db, actor)).toBe(7_00);
    await retireGuests(fixture.ctx);
    expect(await readBalance(db, actor)).toBe(0);
    const left = await db.select().from(cards).where(eq(cards.ownerId, actor.id));
    expect(left.map(({ state }) => state)).toEqual(['retired']);
    expect(await rowOf(actor.id)).toMatchObject({ name: 'Former player', lastSeenAt: null });
    expect(await findLedgerViolations(db)).toEqual([]);
  });

  test('makes the email address available again, but not the username', async () => {
    const fixture = await startRealmApp();
    const { actor, app, user, email } = await createOwner(fixture);
    await app.deleteUser(user);
    const { username } = actor;
    const impostor = { username: username.toUpperCase(), password, email: 'thief@example.test' };
    await expect(register(fixture.ctx, impostor)).rejects.toMatchObject({ code: 'username-taken' });
    await app.emailPasswordAuth.registerUser({ email, password });
    const back = await app.logIn(Credentials.emailPassword(email, password));
    expect(back.id).not.toBe(user.id);
    expect(back.profile.name).not.toBe(username);
  });

  test('needs a login with the password in the last ten minutes', async () => {
    const fixture = await startRealmApp();
    const { actor, app, user, email, calls } = await createOwner(fixture);
    fixture.ctx.testClock.advance(proofConstants.freshMs);
    await user.refreshAccessToken();
    calls.length = 0;
    expect(await errorOf(app.deleteUser(user))).toMatchObject({
      statusCode: 403,
      errorCode: 'AuthError',
      error: 'This needs a login with the password in the last ten minutes. Log in again.',
    });
    expect(calls).toEqual(['DELETE /auth/delete 403']);
    expect(await rowOf(actor.id)).toMatchObject({ displayUsername: actor.username, banned: false });
    const again = await app.logIn(Credentials.emailPassword(email, password));
    await app.deleteUser(again);
    expect(await rowOf(actor.id)).toMatchObject({ name: 'Former player', banned: true });
  });

  test('by an old anonymous session still ends that session', async () => {
    const fixture = await startRealmApp();
    const { app, calls } = fixture.openApp();
    const user = await app.logIn(Credentials.anonymous());
    await user.functions.callFunction('loginGuestUser');
    fixture.ctx.testClock.advance(proofConstants.freshMs);
    await app.deleteUser(user);
    expect(calls.slice(-2)).toEqual(['DELETE /auth/delete 204', 'DELETE /auth/session 401']);
  });

  test('is not possible for a moderator', async () => {
    const fixture = await startRealmApp();
    const { app, user, actor } = await createOwner(fixture, { role: 'moderator' });
    expect(await errorOf(app.deleteUser(user))).toMatchObject({ statusCode: 403 });
    expect(await rowOf(actor.id)).toMatchObject({ displayUsername: actor.username });
    expect(user.isLoggedIn).toBe(true);
  });

  test('as an anonymous user ends only the session and not the account of its player', async () => {
    const fixture = await startRealmApp();
    const { actor } = await createOwner(fixture);
    const { app, calls } = fixture.openApp();
    const user = await app.logIn(Credentials.anonymous());
    await user.functions.callFunction('loginUser', { username: actor.username, password });
    await app.deleteUser(user);
    expect(calls.slice(-2)).toEqual(['DELETE /auth/delete 204', 'DELETE /auth/session 401']);
    expect(await rowOf(actor.id)).toMatchObject({ displayUsername: actor.username, banned: false });
  });
});
