import { randomUUID } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { appSessions, loginIds, sessions } from '#db/schema.ts';
import type { AppCaller } from '#domain/accounts/app/app-caller.ts';
import { setApiKeyDisabled } from '#domain/accounts/app/change-api-key.ts';
import { createApiKey } from '#domain/accounts/app/create-api-key.ts';
import { endAppSession } from '#domain/accounts/app/end-app-session.ts';
import { logOutLoginId } from '#domain/accounts/app/log-out-login-id.ts';
import { readAppCaller } from '#domain/accounts/app/read-app-caller.ts';
import { startAnonymous } from '#domain/accounts/app/start-anonymous.ts';
import { startAppSession } from '#domain/accounts/app/start-app-session.ts';
import { startLoginId } from '#domain/accounts/app/start-login-id.ts';
import { dropExpired } from '#domain/accounts/drop-expired.ts';
import { logOut } from '#domain/accounts/log-out.ts';
import { startSession } from '#domain/accounts/start-session.ts';
import type { Actor } from '#domain/context.ts';
import { useDatabase } from '#test/database.ts';
import { createPlayer, createTestCtx } from '#test/factories.ts';
import { byChance, deadlocks, refusalsOf } from '#test/market-scene.ts';
import { deleteAccount } from './delete-account.ts';
import { suspendAccount } from './suspend-account.ts';

const database = useDatabase({ max: 60 });
const { atOnce, below } = byChance('delete-account-session-races');
const rounds = 15;
const timeout = 60_000;

/** The caller of a session, as it is known now. */
async function readCaller(session: Awaited<ReturnType<typeof startAppSession>>) {
  const caller = await readAppCaller(createTestCtx(database.db), {
    ...session,
    deviceId: '0'.repeat(24),
  });
  if (!caller) throw new Error('The session does not hold.');
  return caller;
}

/** A session of `owner` in which `player` acts by a loginId. */
async function bindSession(owner: Actor | null, player: Actor, apiKeyId: string | null = null) {
  const ctx = createTestCtx(database.db);
  const started = owner
    ? await startAppSession(ctx, { accountId: owner.id, apiKeyId })
    : await startAnonymous(ctx);
  const loginId = await startLoginId(ctx, { accountId: player.id }, await readCaller(started));
  return { caller: await readCaller(started), loginId, player };
}

/** A caller that may delete the account, without anybody bound to its session. */
async function ownCaller(owner: Actor): Promise<AppCaller> {
  const ctx = createTestCtx(database.db);
  return readCaller(await startAppSession(ctx, { accountId: owner.id, apiKeyId: null }));
}

// Conflicts are run again, so players would not notice them: Postgres counts each.
let before = 0;
beforeEach(async () => {
  before = await deadlocks(database.db);
});
afterEach(async () => {
  expect((await deadlocks(database.db)) - before).toBe(0);
});

test('two accounts whose sessions are bound to each other are deleted at once', {
  timeout,
}, async () => {
  const { db } = database;
  const ctx = createTestCtx(db);
  for (let round = 0; round < rounds; round += 1) {
    const [ada, bo] = [await createPlayer(db), await createPlayer(db)];
    const callers = [await ownCaller(ada), await ownCaller(bo)];
    for (let count = 0; count < 4; count += 1) {
      await bindSession(ada, bo);
      await bindSession(bo, ada);
    }
    refusalsOf(await atOnce(callers.map((caller) => () => deleteAccount(ctx, caller))));
    const ids = [ada.id, bo.id];
    expect(await db.$count(appSessions, inArray(appSessions.accountId, ids))).toBe(0);
    expect(await db.$count(loginIds, inArray(loginIds.accountId, ids))).toBe(0);
  }
});

test('an account is deleted while everybody who is bound to it logs out and in', {
  timeout,
}, async () => {
  const { db } = database;
  const ctx = createTestCtx(db);
  for (let round = 0; round < rounds; round += 1) {
    const [ada, bo] = [await createPlayer(db), await createPlayer(db)];
    const caller = await ownCaller(ada);
    const bound = [];
    for (let count = 0; count < 4; count += 1) {
      bound.push(await bindSession(bo, ada), await bindSession(null, ada));
      bound.push(await bindSession(ada, bo));
    }
    const results = await atOnce([
      () => deleteAccount(ctx, caller),
      ...bound.map((session) => () => endAppSession(ctx, session.caller)),
      ...bound.map(
        ({ loginId, player }) =>
          () =>
            logOutLoginId(ctx, { username: player.username, loginId }),
      ),
      ...bound.map(
        (session) => () => startLoginId(ctx, { accountId: session.player.id }, session.caller),
      ),
    ]);
    refusalsOf(results);
    expect(await db.$count(loginIds, eq(loginIds.accountId, ada.id))).toBe(0);
  }
});

test('accounts are deleted and suspended while their keys are disabled and old sessions dropped', {
  timeout,
}, async () => {
  const { db } = database;
  const ctx = createTestCtx(db);
  const moderator = await createPlayer(db, { role: 'moderator' });
  const expired = new Date(ctx.clock.now().getTime() - 1000);
  for (let round = 0; round < rounds; round += 1) {
    const [ada, bo] = [await createPlayer(db), await createPlayer(db)];
    const caller = await ownCaller(ada);
    const key = await createApiKey(ctx, caller, { name: 'robot' });
    const actors = [];
    for (let count = 0; count < 4; count += 1) {
      await bindSession(ada, bo, key.id);
      await bindSession(bo, ada);
      await bindSession(null, ada);
      await startSession(ctx, ada.id);
      await startSession(ctx, bo.id);
      const id = randomUUID();
      actors.push({ ...ada, sessionId: id });
      await db.insert(sessions).values({ id, token: id, userId: ada.id, expiresAt: expired });
    }
    const old = await db.select({ id: loginIds.id }).from(loginIds);
    const some = old.filter(() => below(2) === 0).map(({ id }) => id);
    await db.update(loginIds).set({ expiresAt: expired }).where(inArray(loginIds.id, some));
    const results = await atOnce([
      () => deleteAccount(ctx, caller),
      () =>
        suspendAccount(
          { ...ctx, actor: moderator },
          { username: bo.username, reason: 'spam', days: 0 },
        ),
      () => setApiKeyDisabled(ctx, caller, { id: key.id, disabled: true }),
      () => dropExpired(ctx),
      () => dropExpired(ctx),
      ...actors.map((actor) => () => logOut({ ...ctx, actor })),
      ...[ada, bo].map((who) => () => startSession(ctx, who.id)),
    ]);
    refusalsOf(results);
    expect(await db.$count(sessions, eq(sessions.userId, ada.id))).toBe(0);
  }
});
