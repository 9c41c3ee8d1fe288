import { connect as connectTo } from 'node:net';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Database } from '#database/client.ts';
import { sessions, users } from '#database/schema.ts';
import type { RateLimiter } from '#domain/accounts/rate-limiter.ts';
import { logOut } from '#domain/accounts/sessions/log-out.ts';
import { createRateLimiter } from '#integrations/rate-limiter/rate-limiter.ts';
import { readConfig } from '#server/config/config.ts';
import { socketConstants } from '#shared/constants/server/sockets.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { collectEvents, useSocketServer, waitForDisconnect } from '#test/fixtures/sockets.ts';

const database = useDatabase();
const startSockets = useSocketServer(database);
const transports = ['websocket', 'polling'] as const;

/** A refused websocket is told no more than that. */
const describeRejection = (transport: string, code: string) =>
  transport === 'polling' ? code : 'websocket error';

test.each(transports)(
  'a logged-in player can connect by %s from our own pages',
  async (transport) => {
    const { createWebPlayer, ctx } = await startSockets();
    const person = await createWebPlayer();
    const socket = await person.open({ transport });
    expect(socket.connected).toBe(true);
    expect(ctx.accounts.presence.isConnected(person.actor.id)).toBe(true);
    socket.disconnect();
    await expect.poll(() => ctx.accounts.presence.isConnected(person.actor.id)).toBe(false);
  },
);

test.each(transports)(
  'our own pages can connect by %s if the browser hides their Origin',
  async (transport) => {
    const { createWebPlayer, connect } = await startSockets();
    const { headers } = await createWebPlayer();
    const hidden = { ...headers, Origin: 'null', 'Sec-Fetch-Site': 'same-origin' };
    expect((await connect(hidden, { transport })).errorCode).toBeNull();
    const { errorCode } = await connect(
      { ...hidden, 'Sec-Fetch-Site': 'cross-site' },
      { transport },
    );
    expect(errorCode).toBe(describeRejection(transport, 'foreign-origin'));
  },
);

test.each(transports)('pages of another site cannot connect by %s', async (transport) => {
  const { createWebPlayer, connect } = await startSockets();
  const { headers } = await createWebPlayer();
  for (const foreign of ['https://evil.example', 'null', 'http://127.0.0.1:1']) {
    const { errorCode } = await connect({ ...headers, Origin: foreign }, { transport });
    expect(errorCode).toBe(describeRejection(transport, 'foreign-origin'));
  }
  const { Cookie } = headers;
  const { errorCode } = await connect({ Cookie, 'Sec-Fetch-Site': 'same-site' }, { transport });
  expect(errorCode).toBe(describeRejection(transport, 'foreign-origin'));
});

test.each(transports)(
  'a client without a valid session cannot connect by %s',
  async (transport) => {
    const { createWebPlayer, connect, origin } = await startSockets();
    const person = await createWebPlayer();
    const refusedWith = async (headers: Record<string, string>) =>
      (await connect(headers, { transport })).errorCode;
    // The client could send a loginId, so it is rejected only after the CONNECT packet.
    const expected = 'login-required';
    expect(await refusedWith({})).toBe(expected);
    expect(await refusedWith({ 'Sec-Fetch-Site': 'same-origin' })).toBe(expected);
    expect(await refusedWith({ Origin: origin })).toBe(expected);
    const forged = `${person.headers.Cookie}x`;
    expect(await refusedWith({ Origin: origin, Cookie: forged })).toBe(expected);
    expect(await refusedWith({ Origin: origin, Cookie: 'guildhall_session=a.b' })).toBe(expected);

    await database.db.update(users).set({ banned: true }).where(eq(users.id, person.actor.id));
    expect(await refusedWith(person.headers)).toBe(expected);
    await database.db.update(users).set({ banned: false }).where(eq(users.id, person.actor.id));
    expect(await refusedWith(person.headers)).toBeNull();
    await database.db.delete(sessions).where(eq(sessions.userId, person.actor.id));
    expect(await refusedWith(person.headers)).toBe(expected);
  },
);

test('with a configured ORIGIN only that origin is accepted', async () => {
  const config = readConfig({ ORIGIN: 'https://guild.example' });
  const { createWebPlayer, connect } = await startSockets({ config });
  const { headers } = await createWebPlayer();
  const Cookie = headers.Cookie.replace('guildhall_session', '__Host-guildhall_session');
  const transport = 'polling';
  expect((await connect({ ...headers, Cookie }, { transport })).errorCode).toBe('foreign-origin');
  const own = { Origin: 'https://guild.example' };
  expect((await connect({ ...own, Cookie: headers.Cookie }, { transport })).errorCode).toBe(
    'login-required',
  );
  expect((await connect({ ...own, Cookie }, { transport })).errorCode).toBeNull();
});

test('a logout closes the sockets of its session only', async () => {
  const { createWebPlayer, createSession, ctx } = await startSockets();
  const person = await createWebPlayer();
  const other = await createSession(person.actor.id);
  const [first, second, kept] = [await person.open(), await person.open(), await other.open()];
  const told = collectEvents(first, 'ended');
  await person.visitor.post('/logout', {});
  await Promise.all([waitForDisconnect(first), waitForDisconnect(second)]);
  expect(told).toHaveLength(1);
  expect(kept.connected).toBe(true);
  expect(ctx.accounts.presence.isConnected(person.actor.id)).toBe(true);
  await other.visitor.post('/logout', {});
  await waitForDisconnect(kept);
  await expect.poll(() => ctx.accounts.presence.isConnected(person.actor.id)).toBe(false);
});

test('a player who logs out of one session stays Online by a socket of another', async () => {
  const { createWebPlayer, createSession, ctx } = await startSockets();
  const person = await createWebPlayer();
  const other = await createSession(person.actor.id);
  const socket = await other.open();
  const online = async () => {
    const [row] = await database.db
      .select({ at: users.lastSeenAt })
      .from(users)
      .where(eq(users.id, person.actor.id));
    return (row?.at?.getTime() ?? 0) > ctx.clock.now().getTime() - 60_000;
  };
  await person.visitor.post('/logout', {});
  expect(socket.connected).toBe(true);
  expect(await online()).toBe(true);
  await other.visitor.post('/logout', {});
  expect(await online()).toBe(false);
});

/** Holds the next reading of a session up, after the database has answered, until it is let go. */
function delaySessionQuery({ $client }: Database) {
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
  const { promise: goOn, resolve: letGo } = Promise.withResolvers<void>();
  const query: (...args: unknown[]) => Promise<unknown> = $client.query.bind($client);
  $client.query = (async (...args: unknown[]) => {
    const answer = await query(...args);
    if (JSON.stringify(args[0]).includes('find-session')) {
      $client.query = query as typeof $client.query;
      reach();
      await goOn;
    }
    return answer;
  }) as typeof $client.query;
  return { reached, letGo };
}

test('a session that ends during the handshake does not stay connected', async () => {
  const { createWebPlayer, ctx } = await startSockets();
  const person = await createWebPlayer();
  const { reached, letGo } = delaySessionQuery(database.db);
  const connecting = person.open();
  await reached;
  const [session] = await database.db
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.userId, person.actor.id));
  await logOut({ ...ctx, actor: { ...person.actor, sessionId: session?.id ?? '' } });
  letGo();
  await waitForDisconnect(await connecting);
});

test('a connection that breaks during the handshake does not affect others', async () => {
  const { createWebPlayer, origin } = await startSockets();
  const { headers } = await createWebPlayer();
  const { reached, letGo } = delaySessionQuery(database.db);
  const { hostname, port, host } = new URL(origin);
  const raw = connectTo(Number(port), hostname);
  const lines = [
    'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
    `Host: ${host}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  raw.write(`${lines.join('\r\n')}\r\n\r\n`);
  await reached;
  raw.resetAndDestroy();
  for (let time = 0; time < 5; time += 1) {
    expect((await fetch(`${origin}/healthz`)).status).toBe(200);
  }
  letGo();
  expect((await fetch(`${origin}/healthz`)).status).toBe(200);
});

test('the number of connections of an account is limited', async () => {
  const { createWebPlayer, connect } = await startSockets();
  const person = await createWebPlayer();
  for (let number = 0; number < socketConstants.connectionsPerAccount; number += 1)
    await person.open();
  const { errorCode } = await connect(person.headers, { transport: 'polling' });
  expect(errorCode).toBe('too-many-connections');
});

test('the metrics show the number of connected sockets', async () => {
  const { createWebPlayer, origin } = await startSockets();
  const socket = await (await createWebPlayer()).open();
  const metric = async () =>
    (await (await fetch(`${origin}/metrics`)).text()).match(/^guildhall_sockets (\d+)/m)?.[1];
  expect(await metric()).toBe('1');
  socket.disconnect();
  await expect.poll(metric).toBe('0');
});

test('an account that connects too often is rejected for a while, and other accounts are not', async () => {
  let refusedId = '';
  const limits: RateLimiter = {
    ...createRateLimiter(),
    async take(name, key) {
      if (name === 'socket-connections-by-account' && key === refusedId) {
        throw new AppError('rate-limited');
      }
    },
  };
  const { createWebPlayer, createLoginIdPlayer } = await startSockets({ rateLimiter: limits });
  const [person, plain, other] = [
    await createWebPlayer(),
    await createLoginIdPlayer(),
    await createWebPlayer(),
  ];
  for (const { actor, tryToConnect } of [person, plain]) {
    refusedId = actor.id;
    expect((await tryToConnect({ transport: 'polling' })).errorCode).toBe('too-many-connections');
  }
  expect((await other.open()).connected).toBe(true);
});
