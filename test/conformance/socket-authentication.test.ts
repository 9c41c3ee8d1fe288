import { describe, expect, test } from 'vitest';
import { suspendAccount } from '#domain/moderation/suspension/suspend-account.ts';
import { readConfig } from '#server/config/config.ts';
import { apiSessionConstants } from '#shared/constants/accounts/api-sessions.ts';
import { socketConstants } from '#shared/constants/server/sockets.ts';
import { useDatabase } from '../fixtures/database.ts';
import { createPlayer } from '../fixtures/factories.ts';
import { transports, useSocketServer, waitForDisconnect } from '../fixtures/sockets.ts';

const database = useDatabase();
const startSocketServer = useSocketServer(database);
const elsewhere = 'https://client.example';

describe.each(transports)('by %s the server rejects', (transport) => {
  test('an invalid loginId, that of another player, and a missing one', async () => {
    const { createLoginIdPlayer, connect, ctx } = await startSocketServer();
    const [person, other] = [await createLoginIdPlayer(), await createLoginIdPlayer()];
    const { username, loginId } = person.auth;
    const proofs: (Record<string, unknown> | undefined)[] = [
      undefined,
      {},
      { username },
      { loginId },
      { username, loginId: `${loginId}x` },
      { username: other.auth.username, loginId },
      { username, loginId: other.auth.loginId },
      { username, loginId: [loginId] },
      { username: { toLowerCase: 1 }, loginId },
      { username: `${username}\0`, loginId },
      { username, loginId: 'x'.repeat(10_000) },
    ];
    for (const auth of proofs) {
      expect((await connect({}, { transport, auth })).errorCode).toBe('login-required');
    }
    expect(ctx.accounts.presence.isConnected(person.actor.id)).toBe(false);
    const upper = { username: username.toUpperCase(), loginId };
    expect((await connect({}, { transport, auth: upper })).errorCode).toBeNull();
  });

  test('a loginId that was logged out, has expired, or belongs to a suspended account', async () => {
    const { createLoginIdPlayer, createLoginId, ctx } = await startSocketServer();
    const { actor, ...first } = await createLoginIdPlayer();
    await first.logOut();
    expect((await first.tryToConnect({ transport })).errorCode).toBe('login-required');
    const second = await createLoginId(actor);
    ctx.testClock.advance(apiSessionConstants.loginIdMs);
    expect((await second.tryToConnect({ transport })).errorCode).toBe('login-required');
    const third = await createLoginId(actor);
    const moderator = await createPlayer(database.db, { role: 'moderator' });
    const { username } = actor;
    await suspendAccount({ ...ctx, actor: moderator }, { username, reason: 'spam', days: 1 });
    expect((await third.tryToConnect({ transport })).errorCode).toBe('login-required');
  });

  test('a page of another site, unless the operator has allowed its origin', async () => {
    const config = readConfig({ CORS_ORIGINS: elsewhere });
    const { createLoginIdPlayer, connect } = await startSocketServer({ config });
    const { auth } = await createLoginIdPlayer();
    const knock = async (Origin: string) =>
      (await connect({ Origin }, { transport, auth })).errorCode;
    const expected = transport === 'polling' ? 'foreign-origin' : 'websocket error';
    for (const foreign of ['https://evil.example', 'null', `${elsewhere}.evil.example`]) {
      expect(await knock(foreign)).toBe(expected);
    }
    expect(await knock(elsewhere)).toBeNull();
  });

  test('a cookie from another origin, also together with other credentials', async () => {
    const config = readConfig({ CORS_ORIGINS: elsewhere });
    const { createWebPlayer, createLoginIdPlayer, connect, ctx } = await startSocketServer({
      config,
    });
    const person = await createWebPlayer();
    const plain = await createLoginIdPlayer();
    const headers = { ...person.headers, Origin: elsewhere };
    expect((await connect(headers, { transport })).errorCode).toBe('login-required');
    const auth = { username: person.actor.username, loginId: plain.auth.loginId };
    expect((await connect(headers, { transport, auth })).errorCode).toBe('login-required');
    expect(ctx.accounts.presence.isConnected(person.actor.id)).toBe(false);
    // With a loginId the player is that of the loginId and not of the cookie.
    expect((await connect(headers, { transport, auth: plain.auth })).errorCode).toBeNull();
    expect([person, plain].map(({ actor }) => ctx.accounts.presence.isConnected(actor.id))).toEqual(
      [false, true],
    );
  });
});

test('when a loginId ends, its sockets and no others are disconnected', async () => {
  const { createLoginIdPlayer, createLoginId, createSession, ctx } = await startSocketServer();
  const { actor, ...first } = await createLoginIdPlayer();
  const second = await createLoginId(actor);
  const web = await createSession(actor.id);
  const sockets = [await first.open(), await first.open()] as const;
  const [other, page] = [await second.open(), await web.open()];
  await first.logOut();
  await Promise.all(sockets.map(waitForDisconnect));
  expect([other.connected, page.connected]).toEqual([true, true]);
  await web.logOut();
  await waitForDisconnect(page);
  expect(other.connected).toBe(true);
  const moderator = await createPlayer(database.db, { role: 'moderator' });
  const { username } = actor;
  await suspendAccount({ ...ctx, actor: moderator }, { username, reason: 'spam', days: 1 });
  await waitForDisconnect(other);
  await expect.poll(() => ctx.accounts.presence.isConnected(actor.id)).toBe(false);
});

test('a socket whose loginId ends while it connects is disconnected', async () => {
  const { createLoginIdPlayer } = await startSocketServer();
  const rounds = Array.from({ length: 8 }, async () => {
    const person = await createLoginIdPlayer();
    const [{ socket }] = await Promise.all([person.tryToConnect(), person.logOut()]);
    await expect.poll(() => socket.connected).toBe(false);
  });
  await Promise.all(rounds);
});

test('from our own origin a loginId has priority over a cookie, also when it is invalid', async () => {
  const { createWebPlayer, createLoginIdPlayer, connect, origin, ctx } = await startSocketServer();
  const person = await createWebPlayer();
  const { auth, actor } = await createLoginIdPlayer();
  const held = () => [person.actor.id, actor.id].map((id) => ctx.accounts.presence.isConnected(id));
  const { socket } = await connect(person.headers, { auth });
  expect(held()).toEqual([false, true]);
  socket.disconnect();
  await expect.poll(held).toEqual([false, false]);
  const wrong = { ...auth, loginId: 'wrong' };
  expect((await connect(person.headers, { auth: wrong })).errorCode).toBe('login-required');
  expect((await connect({ Origin: origin }, { auth })).errorCode).toBeNull();
  expect((await connect(person.headers, { auth: { odd: 1 } })).errorCode).toBeNull();
  expect(held()).toEqual([true, true]);
});

test('a page of an allowed origin can read polling responses with credentials', async () => {
  const config = readConfig({ CORS_ORIGINS: elsewhere });
  const { origin } = await startSocketServer({ config });
  const path = `${origin}/socket.io/?EIO=4&transport=polling`;
  const read = async (Origin: string, method = 'GET') => {
    const { status, headers } = await fetch(path, { method, headers: { Origin } });
    const names = ['origin', 'credentials'].map((name) => `Access-Control-Allow-${name}`);
    return [status, ...names.map((name) => headers.get(name))];
  };
  expect(await read(elsewhere)).toEqual([200, elsewhere, 'true']);
  expect(await read(elsewhere, 'OPTIONS')).toEqual([204, elsewhere, 'true']);
  expect((await read('https://evil.example')).slice(0, 2)).toEqual([403, null]);
});

test('the number of connections of an account is limited over all kinds of credentials', async () => {
  const { createLoginIdPlayer, createSession } = await startSocketServer();
  const plain = await createLoginIdPlayer();
  const web = await createSession(plain.actor.id);
  for (let number = 0; number < socketConstants.connectionsPerAccount / 2; number += 1) {
    await plain.open();
    await web.open();
  }
  expect((await plain.tryToConnect()).errorCode).toBe('too-many-connections');
  expect((await web.tryToConnect({ transport: 'polling' })).errorCode).toBe('too-many-connections');
});
