import { eq, inArray, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { text } from '#database/column-types.ts';
import { queryRows } from '#database/prepared-query.ts';
import { sessions, users, wallets } from '#database/schema.ts';
import { sessionConstants } from '#shared/constants/accounts/sessions.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createTestCtx } from '#test/fixtures/factories.ts';
import { generateRegistration } from '#test/fixtures/registration-form.ts';
import { createGuest } from '../registration/create-guest.ts';
import { register } from '../registration/register.ts';
import { listValidSessions } from './list-valid-sessions.ts';
import { logIn } from './log-in.ts';
import { logOut } from './log-out.ts';
import { readSession } from './read-session.ts';
import { hashToken } from './secret-token.ts';
import { getSessionCookieName } from './session-cookie.ts';

const database = useDatabase();
type TestCtx = ReturnType<typeof createTestCtx>;

/** The cookie's value in a Set-Cookie header. */
function cookieValue(setCookie: string): string {
  return /^[^=]+=([^;]*)/.exec(setCookie)?.[1] ?? '';
}

function read(ctx: TestCtx, cookie: string, address = '192.0.2.1') {
  const cookies = `theme=dark; ${getSessionCookieName(false)}=${cookie}`;
  return readSession(ctx, { cookies, origin: 'http://localhost', address });
}

async function registerAndLogIn(ctx: TestCtx) {
  const person = generateRegistration();
  await register(ctx, person);
  const { cookie: setCookie } = await logIn(ctx, person);
  return { person, setCookie, cookie: cookieValue(setCookie) };
}

describe('a session', () => {
  test('identifies the account, with its balance', async () => {
    const ctx = createTestCtx(database.db);
    const { person, cookie } = await registerAndLogIn(ctx);
    await ctx.db.execute(sql`update wallets set balance = 1234`);
    const { actor, setCookie } = await read(ctx, cookie);
    expect(actor).toMatchObject({ username: person.username, role: 'player', balance: 1234 });
    expect(setCookie).toBeUndefined();
    await ctx.db.update(wallets).set({ balance: 0 });
  });

  test('records every few minutes when and from which network it was used', async () => {
    const ctx = createTestCtx(database.db);
    const { cookie } = await registerAndLogIn(ctx);
    const [token = ''] = cookie.split('.');
    const find = async () => {
      const [row] = await ctx.db
        .select({ seen: sessions.lastSeenAt, network: sessions.network })
        .from(sessions)
        .where(eq(sessions.token, hashToken(token)));
      return row;
    };
    const start = ctx.clock.now();
    expect(await find()).toEqual({ seen: start, network: '192.0.2.0/24' });
    ctx.testClock.advance(sessionConstants.seenEveryMs - 1);
    await read(ctx, cookie, '198.51.100.7');
    expect(await find()).toEqual({ seen: start, network: '192.0.2.0/24' });
    ctx.testClock.advance(1);
    await Promise.all(Array.from({ length: 5 }, () => read(ctx, cookie, '198.51.100.7')));
    expect(await find()).toEqual({ seen: ctx.clock.now(), network: '198.51.100.0/24' });
  });

  test('has a cookie that scripts cannot read and other sites cannot send', async () => {
    const ctx = createTestCtx(database.db);
    const { setCookie } = await registerAndLogIn(ctx);
    expect(setCookie).toMatch(
      /^guildhall_session=[\w-]{43}\.[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/,
    );
    const secure = createTestCtx(database.db, {
      request: { ...ctx.request, origin: 'https://shop.example' },
    });
    expect(await createGuest(secure)).toMatch(
      /^__Host-guildhall_session=[^;]+; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$/,
    );
  });

  test('is not stored in a usable form', async () => {
    const ctx = createTestCtx(database.db);
    const { cookie } = await registerAndLogIn(ctx);
    const [token = ''] = cookie.split('.');
    const statement = sql`select s::text as row from sessions s`;
    const rows = await queryRows<{ row: string }>(ctx.db, { row: text }, statement);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ row }) => row.includes(token))).toEqual([]);
  });

  test.each([
    ['another signature', (cookie: string) => cookie.replace(/.$/, (c) => (c === 'A' ? 'B' : 'A'))],
    ['no signature', (cookie: string) => cookie.split('.')[0] ?? ''],
    ['another token', (cookie: string) => cookie.replace(/^./, (c) => (c === 'A' ? 'B' : 'A'))],
    ['nothing', () => ''],
    ['a long value', () => `${'a'.repeat(10_000)}.b`],
  ])('is rejected with %s in its cookie', async (_, forge) => {
    const ctx = createTestCtx(database.db);
    const { cookie } = await registerAndLogIn(ctx);
    const { actor, setCookie } = await read(ctx, forge(cookie));
    expect(actor).toBeNull();
    expect(setCookie).toContain('guildhall_session=; Path=/; Max-Age=0');
  });

  test('ends with a logout, which makes the account Offline', async () => {
    const ctx = createTestCtx(database.db);
    const { cookie } = await registerAndLogIn(ctx);
    const { actor } = await read(ctx, cookie);
    if (!actor) throw new Error('not logged in');
    ctx.accounts.presence.markSeen(actor.id);
    await ctx.accounts.presence.flush();
    ctx.accounts.presence.markSeen(actor.id);
    expect(await logOut({ ...ctx, actor })).toContain('Max-Age=0');
    await ctx.accounts.presence.flush();
    expect((await read(ctx, cookie)).actor).toBeNull();
    const [row] = await ctx.db
      .select({ at: users.lastSeenAt })
      .from(users)
      .where(eq(users.id, actor.id));
    expect(ctx.clock.now().getTime() - (row?.at?.getTime() ?? 0)).toBeGreaterThanOrEqual(60_000);
  });

  test('is prolonged by use at most once a day and expires without use', async () => {
    const ctx = createTestCtx(database.db);
    const { cookie } = await registerAndLogIn(ctx);
    ctx.testClock.advance(sessionConstants.renewAfterMs - 1_000);
    expect((await read(ctx, cookie)).setCookie).toBeUndefined();
    ctx.testClock.advance(2_000);
    expect((await read(ctx, cookie)).setCookie).toContain(`guildhall_session=${cookie}`);
    expect((await read(ctx, cookie)).setCookie).toBeUndefined();
    ctx.testClock.advance(sessionConstants.lifetimeMs - 1_000);
    expect((await read(ctx, cookie)).actor).not.toBeNull();
    ctx.testClock.advance(sessionConstants.lifetimeMs + 1_000);
    expect((await read(ctx, cookie)).actor).toBeNull();
  });

  test('ends 90 days after the login, however much it is used', async () => {
    const ctx = createTestCtx(database.db);
    const { cookie } = await registerAndLogIn(ctx);
    const day = 24 * 60 * 60 * 1000;
    const own = [(await read(ctx, cookie)).actor?.sessionId ?? ''];
    for (let days = 10; days < 90; days += 10) {
      ctx.testClock.advance(10 * day);
      expect((await read(ctx, cookie)).actor, `after ${days} days`).not.toBeNull();
    }
    // An earlier version wrote a later end.
    const later = new Date(ctx.clock.now().getTime() + 20 * day);
    await ctx.db.update(sessions).set({ expiresAt: later }).where(inArray(sessions.id, own));
    expect(await listValidSessions(ctx.db, own, ctx.clock.now())).toEqual(new Set(own));
    ctx.testClock.advance(10 * day);
    expect(await listValidSessions(ctx.db, own, ctx.clock.now())).toEqual(new Set());
    expect(await read(ctx, cookie)).toMatchObject({
      actor: null,
      setCookie: expect.stringContaining('Max-Age=0'),
    });
  });

  test('of a guest lasts as long as the guest uses it', async () => {
    const ctx = createTestCtx(database.db);
    const cookie = cookieValue(await createGuest(ctx));
    for (let month = 0; month < 5; month += 1) {
      ctx.testClock.advance(sessionConstants.lifetimeMs - 1_000);
      expect((await read(ctx, cookie)).actor).not.toBeNull();
    }
  });

  test.each(['moderator', 'admin'] as const)(
    'of a %s ends 12 hours after its last use',
    async (role) => {
      const ctx = createTestCtx(database.db);
      const { cookie } = await registerAndLogIn(ctx);
      const { actor } = await read(ctx, cookie);
      await ctx.db
        .update(users)
        .set({ role })
        .where(eq(users.id, actor?.id ?? ''));
      for (const _ of [1, 2, 3]) {
        ctx.testClock.advance(sessionConstants.moderatorLifetimeMs - 1_000);
        const session = await read(ctx, cookie);
        expect(session.actor).toMatchObject({ role });
        expect(
          await listValidSessions(ctx.db, [actor?.sessionId ?? ''], ctx.clock.now()),
        ).toContain(actor?.sessionId);
      }
      ctx.testClock.advance(sessionConstants.moderatorLifetimeMs);
      // Its sockets are closed, also before another request comes.
      expect(
        await listValidSessions(ctx.db, [actor?.sessionId ?? ''], ctx.clock.now()),
      ).not.toContain(actor?.sessionId);
      expect((await read(ctx, cookie)).actor).toBeNull();
    },
  );

  test('of an account that became a moderator ends although it was made for a player', async () => {
    const ctx = createTestCtx(database.db);
    const { cookie } = await registerAndLogIn(ctx);
    const { actor } = await read(ctx, cookie);
    await ctx.db
      .update(users)
      .set({ role: 'moderator' })
      .where(eq(users.id, actor?.id ?? ''));
    ctx.testClock.advance(sessionConstants.moderatorLifetimeMs);
    const own = [actor?.sessionId ?? ''];
    expect(await listValidSessions(ctx.db, own, ctx.clock.now())).toEqual(new Set());
    expect((await read(ctx, cookie)).actor).toBeNull();
    expect(await ctx.db.$count(sessions, eq(sessions.userId, actor?.id ?? ''))).toBe(0);
  });

  test('is new at every login, and the earlier one of the browser ends', async () => {
    const ctx = createTestCtx(database.db);
    const { person, cookie } = await registerAndLogIn(ctx);
    const { actor } = await read(ctx, cookie);
    const next = cookieValue((await logIn({ ...ctx, actor }, person)).cookie);
    expect(next).not.toBe(cookie);
    expect((await read(ctx, cookie)).actor).toBeNull();
    expect((await read(ctx, next)).actor?.id).toBe(actor?.id);
  });

  test('is not created for a suspended account, even where no session can be deleted', async () => {
    const ctx = createTestCtx(database.db);
    const { person, cookie } = await registerAndLogIn(ctx);
    const { actor } = await read(ctx, cookie);
    const userId = actor?.id ?? '';
    await ctx.db.update(users).set({ banned: true }).where(eq(users.id, userId));
    await ctx.db.execute(sql`create function refuse() returns trigger language plpgsql
      as $$ begin raise exception 'no deletions'; end $$`);
    await ctx.db.execute(sql`create trigger refuse before delete on sessions
      for each row execute function refuse()`);
    try {
      const before = await ctx.db.$count(sessions, eq(sessions.userId, userId));
      await expect(logIn(ctx, person)).rejects.toMatchObject({ code: 'account-suspended' });
      expect(await ctx.db.$count(sessions, eq(sessions.userId, userId))).toBe(before);
    } finally {
      await ctx.db.execute(sql`drop function refuse() cascade`);
    }
  });

  test('is one of at most fifty of an account; the oldest end and their sockets are closed', async () => {
    const ended: string[] = [];
    const ctx = createTestCtx(database.db, {
      events: {
        publish: (event) =>
          event.type === 'sessions-ended' ? ended.push(...event.sessionIds) : undefined,
      },
    });
    const { person, cookie } = await registerAndLogIn(ctx);
    const { actor } = await read(ctx, cookie);
    ctx.testClock.advance(1_000);
    const cookies = [];
    for (let more = 0; more < sessionConstants.perAccount - 1; more += 1) {
      cookies.push(cookieValue((await logIn(ctx, person)).cookie));
    }
    expect((await read(ctx, cookie)).actor).not.toBeNull();
    ctx.testClock.advance(1_000);
    cookies.push(
      ...(await Promise.all([1, 2].map(() => logIn(ctx, person)))).map(({ cookie }) =>
        cookieValue(cookie),
      ),
    );
    expect((await read(ctx, cookie)).actor).toBeNull();
    expect((await read(ctx, cookies.at(-1) ?? '')).actor).not.toBeNull();
    const left = await ctx.db.$count(sessions, eq(sessions.userId, actor?.id ?? ''));
    expect(left).toBe(sessionConstants.perAccount);
    expect(ended).toContain(actor?.sessionId);
  });

  test('of a suspended account identifies nobody until the suspension is over', async () => {
    const ctx = createTestCtx(database.db);
    const { person, cookie } = await registerAndLogIn(ctx);
    const suspend = (banExpires: Date | null) =>
      ctx.db
        .update(users)
        .set({ banned: true, banExpires })
        .where(eq(users.username, person.username.toLowerCase()));
    await suspend(null);
    expect((await read(ctx, cookie)).actor).toBeNull();
    await suspend(new Date(ctx.clock.now().getTime() + 1_000));
    expect((await read(ctx, cookie)).actor).toBeNull();
    ctx.testClock.advance(2_000);
    expect((await read(ctx, cookie)).actor).not.toBeNull();
  });

  test('has a hash that no other session has', async () => {
    const ctx = createTestCtx(database.db);
    await registerAndLogIn(ctx);
    const rows = await ctx.db.select({ token: sessions.token }).from(sessions);
    expect(new Set(rows.map((row) => row.token)).size).toBe(rows.length);
  });
});
