import { eq } from 'drizzle-orm';
import { Credentials } from 'realm-web';
import { describe, expect, test } from 'vitest';
import { appSessions, users } from '#database/schema.ts';
import { readLoginId } from '#domain/accounts/api-clients/read-login-id.ts';
import { restoreAccount } from '#domain/lifecycle/restore-account.ts';
import { suspendAccount } from '#domain/lifecycle/suspend-account.ts';
import { apiSessionConstants } from '#shared/constants/accounts.ts';
import { useDatabase } from '../fixtures/database.ts';
import { createPlayer } from '../fixtures/factories.ts';
import { createStorage, errorOf, useRealmApp } from './realm-app.ts';

const database = useDatabase();
const appScene = useRealmApp(database);
type Scene = Awaited<ReturnType<typeof appScene>>;

let people = 0;

async function registered(scene: Scene) {
  people += 1;
  const [email, password] = [`ada${people}@example.test`, 'a long password'];
  const client = scene.openApp();
  await client.app.emailPasswordAuth.registerUser({ email, password });
  const [account] = await database.db.select().from(users).where(eq(users.email, email));
  return { ...client, email, password, username: account?.displayUsername ?? '' };
}

/** Somebody registered by email, with the client logged in. */
async function loggedIn(scene: Scene) {
  const person = await registered(scene);
  const { email, password, app } = person;
  return { ...person, user: await app.logIn(Credentials.emailPassword(email, password)) };
}

/** What the server says to a refresh token, whatever a client thinks of it. */
async function send(scene: Scene, method: string, token: string): Promise<number> {
  const headers = { Authorization: `Bearer ${token}` };
  const url = `${scene.origin}/api/client/v2.0/auth/session`;
  return (await fetch(url, { method, headers })).status;
}
const refreshBy = (scene: Scene, token: string) => send(scene, 'POST', token);
const logOutBy = (scene: Scene, token: string) => send(scene, 'DELETE', token);

const readMarket = (user: { functions: { callFunction(name: string): Promise<unknown> } }) =>
  user.functions.callFunction('getAllMarketItems');

describe('an anonymous user', () => {
  test('logs in, has a profile and calls functions, and leaves no row', async () => {
    const scene = await appScene();
    const { app } = scene.openApp();
    const before = await database.db.$count(appSessions);
    const user = await app.logIn(Credentials.anonymous());
    expect(user.id).toMatch(/^[0-9a-f]{24}$/);
    expect(user.identities).toEqual([{ id: user.id, providerType: 'anon-user' }]);
    expect(user.profile).toEqual({});
    expect(user.customData).toEqual({});
    expect(user.deviceId).toMatch(/^[0-9a-f]{24}$/);
    expect(await readMarket(user)).toEqual([]);
    expect(await database.db.$count(appSessions)).toBe(before);
  });

  test('goes on after the server was started anew, and after years', async () => {
    const scene = await appScene();
    const { app, storage } = scene.openApp();
    const { id } = await app.logIn(Credentials.anonymous());
    await scene.restart();
    scene.ctx.testClock.advance(5 * 365 * 24 * 60 * 60 * 1000);
    const reloaded = scene.openApp(storage);
    const user = await reloaded.app.logIn(Credentials.anonymous());
    expect(user.id).toBe(id);
    expect(await readMarket(user)).toEqual([]);
  });

  test('keeps its device', async () => {
    const scene = await appScene();
    const storage = createStorage();
    const first = await scene.openApp(storage).app.logIn(Credentials.anonymous());
    const second = await scene.openApp(storage).app.logIn(Credentials.anonymous(false));
    expect(second.id).not.toBe(first.id);
    expect(second.deviceId).toBe(first.deviceId);
  });

  test('is logged out for good', async () => {
    const scene = await appScene();
    const { app } = scene.openApp();
    const user = await app.logIn(Credentials.anonymous());
    const tokens = [user.accessToken, user.refreshToken];
    await user.logOut();
    scene.ctx.testClock.advance(365 * 24 * 60 * 60 * 1000);
    for (const token of tokens) expect(await refreshBy(scene, token ?? '')).toBe(401);
  });
});

describe('an anonymous session that a player is bound to', () => {
  test('ends with the loginId of the player', async () => {
    const scene = await appScene();
    const { username, password } = await loggedIn(scene);
    const user = await scene.openApp().app.logIn(Credentials.anonymous());
    const answer = await user.functions.callFunction('loginUser', { username, password });
    const { loginId } = answer as { loginId: string };
    expect(await readLoginId(scene.ctx, loginId)).toMatchObject({ username });
    await user.logOut();
    expect(await readLoginId(scene.ctx, loginId)).toBeNull();
  });

  test('stays logged out, whoever is bound or linked to it at that moment', async () => {
    const scene = await appScene();
    for (let round = 0; round < 8; round += 1) {
      const { email, username, password } = await registered(scene);
      const user = await scene.openApp().app.logIn(Credentials.anonymous());
      const token = user.refreshToken ?? '';
      const together =
        round % 2 === 0
          ? user.functions.callFunction('loginUser', { username, password })
          : user.linkCredentials(Credentials.emailPassword(email, password));
      await Promise.allSettled([together, logOutBy(scene, token)]);
      expect(await refreshBy(scene, token)).toBe(401);
    }
  });
});

describe('an access token that has expired', () => {
  test('is renewed without the caller noticing, by all that call at once', async () => {
    const scene = await appScene();
    const { user, calls } = await loggedIn(scene);
    scene.ctx.testClock.advance(apiSessionConstants.accessMs);
    calls.length = 0;
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => readMarket(user)));
    expect(answers).toEqual([[], [], [], [], []]);
    expect(calls.filter((call) => call === 'POST /auth/session 201')).toHaveLength(5);
    expect(user.isLoggedIn).toBe(true);
  });

  test('is not renewed after 60 days', async () => {
    const scene = await appScene();
    const { user, calls } = await loggedIn(scene);
    scene.ctx.testClock.advance(apiSessionConstants.refreshMs);
    calls.length = 0;
    expect(await errorOf(readMarket(user))).toMatchObject({ statusCode: 401 });
    expect(calls).toHaveLength(2);
    expect(user.isLoggedIn).toBe(false);
  });
});

describe('a session of an account', () => {
  test('tells its owner the own address, and lives through a restart', async () => {
    const scene = await appScene();
    const { user, email, storage } = await loggedIn(scene);
    expect(user.profile).toMatchObject({ email });
    expect(user.identities).toEqual([{ id: expect.any(String), providerType: 'local-userpass' }]);
    await scene.restart();
    const again = scene.openApp(storage).app.currentUser;
    expect(again?.id).toBe(user.id);
    await again?.refreshAccessToken();
    expect(again && (await readMarket(again))).toEqual([]);
  });

  test('is over after its log-out: its next call fails, and nothing is asked for again', async () => {
    const scene = await appScene();
    const { user, calls, storage, app } = await loggedIn(scene);
    const stolen = createStorage();
    for (const key of ['accessToken', 'refreshToken', 'providerType']) {
      const name = `app(guild-abcde):user(${user.id}):${key}`;
      stolen.set(name, storage.get(name) ?? '');
    }
    stolen.set('app(guild-abcde):userIds', JSON.stringify([user.id]));
    await user.logOut();
    expect(calls.at(-1)).toBe('DELETE /auth/session 204');
    expect(app.currentUser).toBeNull();

    const thief = scene.openApp(stolen);
    const other = thief.app.currentUser;
    expect(await errorOf(readMarket(other ?? user))).toMatchObject({
      statusCode: 401,
      errorCode: 'InvalidSession',
    });
    expect(thief.calls.filter((call) => call.endsWith(' 401'))).toHaveLength(2);
    expect(other?.isLoggedIn).toBe(false);
  });

  test('ends with a suspension, without a loop, and says why', async () => {
    const scene = await appScene();
    const { user, calls, email, username, password, app } = await loggedIn(scene);
    const actor = await createPlayer(database.db, { role: 'moderator' });
    await suspendAccount({ ...scene.ctx, actor }, { username, reason: 'cheating', days: 0 });
    calls.length = 0;
    const error = await errorOf(readMarket(user));
    expect(error).toMatchObject({ statusCode: 401, errorCode: 'InvalidSession' });
    expect(error.error).toContain('Reason: cheating');
    expect(calls).toEqual(['POST /app/guild-abcde/functions/call 401', 'POST /auth/session 401']);
    expect(user.isLoggedIn).toBe(false);
    const again = app.logIn(Credentials.emailPassword(email, password));
    expect(await errorOf(again)).toMatchObject({ statusCode: 403, errorCode: 'UserDisabled' });

    await restoreAccount({ ...scene.ctx, actor }, { username, reason: 'a mistake' });
    const back = await app.logIn(Credentials.emailPassword(email, password));
    expect(back.id).toBe(user.id);
  });

  test('of more than fifty of an account the oldest end', async () => {
    const scene = await appScene();
    const { user, email, password } = await loggedIn(scene);
    scene.ctx.testClock.advance(1);
    const payload = { username: email, password };
    const url = `${scene.origin}/api/client/v2.0/app/a/auth/providers/local-userpass/login`;
    for (let made = 0; made < apiSessionConstants.perAccount; made += 1) {
      await fetch(url, { method: 'POST', body: JSON.stringify(payload) });
    }
    expect(await errorOf(user.refreshAccessToken())).toMatchObject({ statusCode: 401 });
  });
});
