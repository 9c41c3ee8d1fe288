import { eq } from 'drizzle-orm';
import { Credentials } from 'realm-web';
import { describe, expect, test } from 'vitest';
import { accounts, cards, friendships, marketItems, users } from '#database/schema.ts';
import { credential } from '#domain/accounts/registration/create-account.ts';
import { register } from '#domain/accounts/registration/register.ts';
import { areFriends } from '#domain/friends/are-friends.ts';
import { pairOf } from '#domain/friends/friend-pair.ts';
import { retireGuests } from '#domain/lifecycle/retire-guests.ts';
import { useDatabase } from '../fixtures/database.ts';
import { createPlayer, ledgerFaults } from '../fixtures/factories.ts';
import { balanceOf, createListings, createTradedGame } from '../fixtures/market.ts';
import { errorOf, useRealmApp } from './realm-app.ts';

const database = useDatabase();
const appScene = useRealmApp(database);
const password = 'a long password';
type Scene = Awaited<ReturnType<typeof appScene>>;

/** A player with a password, logged in to the real client. */
async function createOwner(scene: Scene, values: Parameters<typeof createPlayer>[1] = {}) {
  const { db } = database;
  const actor = await createPlayer(db, values);
  await db.insert(accounts).values(credential(actor.id, `hash:${password}`));
  const email = `${actor.username.toLowerCase()}@example.test`;
  const client = scene.openApp();
  const user = await client.app.logIn(Credentials.emailPassword(email, password));
  return { ...client, actor, email, user };
}

async function rowOf(id: string) {
  const [row] = await database.db.select().from(users).where(eq(users.id, id));
  if (!row) throw new Error('The account is not there.');
  return row;
}

describe('deleting an account', () => {
  test('ends it at once: no name, no address, no way in, nothing for sale, no friends', async () => {
    const scene = await appScene();
    const { db } = database;
    const { actor, app, user, email, calls } = await createOwner(scene, { balance: 5_00 });
    const friend = await createPlayer(db);
    await db.insert(friendships).values({ ...pairOf(actor.id, friend.id), since: new Date() });
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
    expect(await db.$count(marketItems, eq(marketItems.sellerId, actor.id))).toBe(0);
  });

  test('takes its money and cards out of the game by night, and the economy stays sound', async () => {
    const scene = await appScene();
    const { db } = database;
    const { actor, app, user } = await createOwner(scene, { balance: 7_00 });
    const gameId = await createTradedGame(db);
    await createListings(db, { seller: actor, gameId, prices: [3_00] });
    await app.deleteUser(user);
    expect(await balanceOf(db, actor)).toBe(7_00);
    await retireGuests(scene.ctx);
    expect(await balanceOf(db, actor)).toBe(0);
    const left = await db.select().from(cards).where(eq(cards.ownerId, actor.id));
    expect(left.map(({ state }) => state)).toEqual(['retired']);
    expect(await rowOf(actor.id)).toMatchObject({ name: 'Former player', lastSeenAt: null });
    expect(await ledgerFaults(db)).toEqual([]);
  });

  test('frees the address, but not the username', async () => {
    const scene = await appScene();
    const { actor, app, user, email } = await createOwner(scene);
    await app.deleteUser(user);
    const { username } = actor;
    const impostor = { username: username.toUpperCase(), password, email: 'thief@example.test' };
    await expect(register(scene.ctx, impostor)).rejects.toMatchObject({ code: 'username-taken' });
    await app.emailPasswordAuth.registerUser({ email, password });
    const back = await app.logIn(Credentials.emailPassword(email, password));
    expect(back.id).not.toBe(user.id);
    expect(back.profile.name).not.toBe(username);
  });

  test('is not for who moderates', async () => {
    const scene = await appScene();
    const { app, user, actor } = await createOwner(scene, { role: 'moderator' });
    expect(await errorOf(app.deleteUser(user))).toMatchObject({ statusCode: 403 });
    expect(await rowOf(actor.id)).toMatchObject({ displayUsername: actor.username });
    expect(user.isLoggedIn).toBe(true);
  });

  test('of an anonymous user ends its session alone, not the player who is bound to it', async () => {
    const scene = await appScene();
    const { actor } = await createOwner(scene);
    const { app, calls } = scene.openApp();
    const user = await app.logIn(Credentials.anonymous());
    await user.functions.callFunction('loginUser', { username: actor.username, password });
    await app.deleteUser(user);
    expect(calls.slice(-2)).toEqual(['DELETE /auth/delete 204', 'DELETE /auth/session 401']);
    expect(await rowOf(actor.id)).toMatchObject({ displayUsername: actor.username, banned: false });
  });
});
