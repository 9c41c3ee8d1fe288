import { Credentials } from 'realm-web';
import { describe, expect, test } from 'vitest';
import { apiSessions } from '#database/schema.ts';
import { readLoginId } from '#domain/accounts/api-clients/login-id-tokens/read-login-id.ts';
import { restoreAccount } from '#domain/moderation/suspension/restore-account.ts';
import { suspendAccount } from '#domain/moderation/suspension/suspend-account.ts';
import { apiSessionConstants } from '#shared/constants/accounts/api-sessions.ts';
import { useDatabase } from '../fixtures/database.ts';
import { createPlayer } from '../fixtures/factories.ts';
import { findAccount, newEmail, password } from './email-accounts.ts';
import { createStorage, errorOf, readMarket, useRealmApp } from './realm-app.ts';

const database = useDatabase();
const startRealmApp = useRealmApp(database);
type Fixture = Awaited<ReturnType<typeof startRealmApp>>;

async function registered(fixture: Fixture) {
  const email = newEmail();
  const client = fixture.openApp();
  await client.app.emailPasswordAuth.registerUser({ email, password });
  const account = await findAccount(database.db, email);
  return { ...client, email, password, username: account?.displayUsername ?? '' };
}

/** Registers a user by email and logs in with the client. */
async function loggedIn(fixture: Fixture) {
  const person = await registered(fixture);
  const { email, password, app } = person;
  return { ...person, user: await app.logIn(Credentials.emailPassword(email, password)) };
}

/** Sends a refresh token without the client. Returns the status. */
async function send(fixture: Fixture, method: string, token: string): Promise<number> {
  const headers = { Authorization: `Bearer ${token}` };
  const url = `${fixture.origin}/api/client/v2.0/auth/session`;
  return (await fetch(url, { method, headers })).status;
}
const refreshBy = (fixture: Fixture, token: string) => send(fixture, 'POST', token);
const logOutBy = (fixture: Fixture, token: string) => send(fixture, 'DELETE', token);

describe('an anonymous user', () => {
  test('can log in, has a profile, can call functions, and has no row in the database', async () => {
    const fixture = await startRealmApp();
    const { app } = fixture.openApp();
    const before = await database.db.$count(apiSessions);
    const user = await app.logIn(Credentials.anonymous());
    expect(user.id).toMatch(/^[0-9a-f]{24}$/);
    expect(user.identities).toEqual([{ id: user.id, providerType: 'anon-user' }]);
    expect(user.profile).toEqual({});
    expect(user.customData).toEqual({});
    expect(user.deviceId).toMatch(/^[0-9a-f]{24}$/);
    expect(await readMarket(user)).toEqual([]);
    expect(await database.db.$count(apiSessions)).toBe(before);
  });

  test('stays logged in after a restart of the server and after years', async () => {
    const fixture = await startRealmApp();
    const { app, storage } = fixture.openApp();
    const { id } = await app.logIn(Credentials.anonymous());
    await fixture.restart();
    fixture.ctx.testClock.advance(5 * 365 * 24 * 60 * 60 * 1000);
    const reloaded = fixture.openApp(storage);
    const user = await reloaded.app.logIn(Credentials.anonymous());
    expect(user.id).toBe(id);
    expect(await readMarket(user)).toEqual([]);
  });

  test('keeps its device id', async () => {
    const fixture = await startRealmApp();
    const storage = createStorage();
    const first = await fixture.openApp(storage).app.logIn(Credentials.anonymous());
    const second = await fixture.openApp(storage).app.logIn(Credentials.anonymous(false));
    expect(second.id).not.toBe(first.id);
    expect(second.deviceId).toBe(first.deviceId);
  });

  test('cannot be used again after its logout', async () => {
    const fixture = await startRealmApp();
    const { app } = fixture.openApp();
    const user = await app.logIn(Credentials.anonymous());
    const tokens = [user.accessToken, user.refreshToken];
    await user.logOut();
    fixture.ctx.testClock.advance(365 * 24 * 60 * 60 * 1000);
    for (const token of tokens) expect(await refreshBy(fixture, token ?? '')).toBe(401);
  });
});

describe('an anonymous session that a player is bound to', () => {
  test('ends with the loginId of the player', async () => {
    const fixture = await startRealmApp();
    const { username, password } = await loggedIn(fixture);
    const user = await fixture.openApp().app.logIn(Credentials.anonymous());
    const answer = await user.functions.callFunction('loginUser', { username, password });
    const { loginId } = answer as { loginId: string };
    expect(await readLoginId(fixture.ctx, loginId)).toMatchObject({ username });
    await user.logOut();
    expect(await readLoginId(fixture.ctx, loginId)).toBeNull();
  });

  test('stays logged out even when a player is bound or linked to it at that moment', async () => {
    const fixture = await startRealmApp();
    for (let round = 0; round < 8; round += 1) {
      const { email, username, password } = await registered(fixture);
      const user = await fixture.openApp().app.logIn(Credentials.anonymous());
      const token = user.refreshToken ?? '';
      const together =
        round % 2 === 0
          ? user.functions.callFunction('loginUser', { username, password })
          : user.linkCredentials(Credentials.emailPassword(email, password));
      await Promise.allSettled([together, logOutBy(fixture, token)]);
      expect(await refreshBy(fixture, token)).toBe(401);
    }
  });
});

describe('an access token that has expired', () => {
  test('is renewed without an error for simultaneous calls', async () => {
    const fixture = await startRealmApp();
    const { user, calls } = await loggedIn(fixture);
    fixture.ctx.testClock.advance(apiSessionConstants.accessTokenMs);
    calls.length = 0;
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => readMarket(user)));
    expect(answers).toEqual([[], [], [], [], []]);
    expect(calls.filter((call) => call === 'POST /auth/session 201')).toHaveLength(5);
    expect(user.isLoggedIn).toBe(true);
  });

  test('is not renewed after 60 days', async () => {
    const fixture = await startRealmApp();
    const { user, calls } = await loggedIn(fixture);
    fixture.ctx.testClock.advance(apiSessionConstants.refreshTokenMs);
    calls.length = 0;
    expect(await errorOf(readMarket(user))).toMatchObject({ statusCode: 401 });
    expect(calls).toHaveLength(2);
    expect(user.isLoggedIn).toBe(false);
  });
});

describe('a session of an account', () => {
  test('shows the email to its owner and survives a restart', async () => {
    const fixture = await startRealmApp();
    const { user, email, storage } = await loggedIn(fixture);
    expect(user.profile).toMatchObject({ email });
    expect(user.identities).toEqual([{ id: expect.any(String), providerType: 'local-userpass' }]);
    await fixture.restart();
    const again = fixture.openApp(storage).app.currentUser;
    expect(again?.id).toBe(user.id);
    await again?.refreshAccessToken();
    expect(again && (await readMarket(again))).toEqual([]);
  });

  test('ends with its logout: the next call fails and the client does not retry', async () => {
    const fixture = await startRealmApp();
    const { user, calls, storage, app } = await loggedIn(fixture);
    const stolen = createStorage();
    for (const key of ['accessToken', 'refreshToken', 'providerType']) {
      const name = `app(guild-abcde):user(${user.id}):${key}`;
      stolen.set(name, storage.get(name) ?? '');
    }
    stolen.set('app(guild-abcde):userIds', JSON.stringify([user.id]));
    await user.logOut();
    expect(calls.at(-1)).toBe('DELETE /auth/session 204');
    expect(app.currentUser).toBeNull();

    const thief = fixture.openApp(stolen);
    const other = thief.app.currentUser;
    expect(await errorOf(readMarket(other ?? user))).toMatchObject({
      statusCode: 401,
      errorCode: 'InvalidSession',
    });
    expect(thief.calls.filter((call) => call.endsWith(' 401'))).toHaveLength(2);
    expect(other?.isLoggedIn).toBe(false);
  });

  test('ends with a suspension, with the reason and without a retry loop', async () => {
    const fixture = await startRealmApp();
    const { user, calls, email, username, password, app } = await loggedIn(fixture);
    const actor = await createPlayer(database.db, { role: 'moderator' });
    await suspendAccount({ ...fixture.ctx, actor }, { username, reason: 'cheating', days: 0 });
    calls.length = 0;
    const error = await errorOf(readMarket(user));
    expect(error).toMatchObject({ statusCode: 401, errorCode: 'InvalidSession' });
    expect(error.error).toContain('Reason: cheating');
    expect(calls).toEqual(['POST /app/guild-abcde/functions/call 401', 'POST /auth/session 401']);
    expect(user.isLoggedIn).toBe(false);
    const again = app.logIn(Credentials.emailPassword(email, password));
    expect(await errorOf(again)).toMatchObject({ statusCode: 403, errorCode: 'UserDisabled' });

    await restoreAccount({ ...fixture.ctx, actor }, { username, reason: 'a mistake' });
    const back = await app.logIn(Credentials.emailPassword(email, password));
    expect(back.id).toBe(user.id);
  });

  test('is ended when the account has fifty newer sessions', async () => {
    const fixture = await startRealmApp();
    const { user, email, password } = await loggedIn(fixture);
    fixture.ctx.testClock.advance(1);
    const payload = { username: email, password };
    const url = `${fixture.origin}/api/client/v2.0/app/a/auth/providers/local-userpass/login`;
    for (let made = 0; made < apiSessionConstants.perAccount; made += 1) {
      await fetch(url, { method: 'POST', body: JSON.stringify(payload) });
    }
    expect(await errorOf(user.refreshAccessToken())).toMatchObject({ statusCode: 401 });
  });
});
