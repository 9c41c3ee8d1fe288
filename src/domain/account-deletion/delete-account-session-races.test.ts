import { randomUUID } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { apiSessions, loginIds, sessions } from '#database/schema.ts';
import { roundsOfRun } from '#test/config/nightly.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { countDeadlocks, createRandomForRaces, errorCodesOf } from '#test/fixtures/market.ts';
import { setApiKeyDisabled } from '../accounts/api-clients/api-keys/change-api-key.ts';
import { createApiKey } from '../accounts/api-clients/api-keys/create-api-key.ts';
import { createLoginId } from '../accounts/api-clients/login-id-tokens/create-login-id.ts';
import { endLoginId } from '../accounts/api-clients/login-id-tokens/end-login-id.ts';
import type { ApiCaller } from '../accounts/api-clients/sessions/api-caller.ts';
import { endApiSession } from '../accounts/api-clients/sessions/end-api-session.ts';
import { readApiCaller } from '../accounts/api-clients/sessions/read-api-caller.ts';
import { startAnonymousSession } from '../accounts/api-clients/sessions/start-anonymous-session.ts';
import { startApiSession } from '../accounts/api-clients/sessions/start-api-session.ts';
import { logOut } from '../accounts/sessions/log-out.ts';
import { startSession } from '../accounts/sessions/start-session.ts';
import type { Actor } from '../actor.ts';
import { suspendAccount } from '../moderation/suspension/suspend-account.ts';
import { deleteOldRows } from '../retention/delete-old-rows.ts';
import { deleteAccountOfApiCaller } from './delete-account-of-api-caller.ts';

const database = useDatabase({ max: 60 });
const { atOnce, below } = createRandomForRaces('delete-account-session-races');
const rounds = roundsOfRun(4, 15);
const timeout = 60_000;

/** Reads the current caller of a session. */
async function readCaller(session: Awaited<ReturnType<typeof startApiSession>>) {
  const caller = await readApiCaller(createTestCtx(database.db), {
    ...session,
    deviceId: '0'.repeat(24),
  });
  if (!caller) throw new Error('The session is not valid.');
  return caller;
}

/** Starts a session of `owner` (anonymous for null) in which `player` acts by a loginId. */
async function bindSession(owner: Actor | null, player: Actor, apiKeyId: string | null = null) {
  const ctx = createTestCtx(database.db);
  const started = owner
    ? await startApiSession(ctx, { accountId: owner.id, apiKeyId })
    : await startAnonymousSession(ctx);
  const loginId = await createLoginId(ctx, { accountId: player.id }, await readCaller(started));
  return { caller: await readCaller(started), loginId, player };
}

/** Starts a session that can delete the account and has no bound player. */
async function startOwnSession(owner: Actor): Promise<ApiCaller> {
  const ctx = createTestCtx(database.db);
  return readCaller(await startApiSession(ctx, { accountId: owner.id, apiKeyId: null }));
}

// Transactions are retried after a deadlock, so only the counter of Postgres shows deadlocks.
let deadlocksBefore = 0;
beforeEach(async () => {
  deadlocksBefore = await countDeadlocks(database.db);
});
afterEach(async () => {
  expect((await countDeadlocks(database.db)) - deadlocksBefore).toBe(0);
});

test('two accounts whose sessions are bound to each other are deleted at the same time', {
  timeout,
}, async () => {
  const { db } = database;
  const ctx = createTestCtx(db);
  for (let round = 0; round < rounds; round += 1) {
    const [ada, bo] = [await createPlayer(db), await createPlayer(db)];
    const callers = [await startOwnSession(ada), await startOwnSession(bo)];
    for (let count = 0; count < 4; count += 1) {
      await bindSession(ada, bo);
      await bindSession(bo, ada);
    }
    errorCodesOf(
      await atOnce(callers.map((caller) => () => deleteAccountOfApiCaller(ctx, caller))),
    );
    const ids = [ada.id, bo.id];
    expect(await db.$count(apiSessions, inArray(apiSessions.accountId, ids))).toBe(0);
    expect(await db.$count(loginIds, inArray(loginIds.accountId, ids))).toBe(0);
  }
});

test('an account is deleted while all sessions that are bound to it log out and in', {
  timeout,
}, async () => {
  const { db } = database;
  const ctx = createTestCtx(db);
  for (let round = 0; round < rounds; round += 1) {
    const [ada, bo] = [await createPlayer(db), await createPlayer(db)];
    const caller = await startOwnSession(ada);
    const bound = [];
    for (let count = 0; count < 4; count += 1) {
      bound.push(await bindSession(bo, ada), await bindSession(null, ada));
      bound.push(await bindSession(ada, bo));
    }
    const results = await atOnce([
      () => deleteAccountOfApiCaller(ctx, caller),
      ...bound.map((session) => () => endApiSession(ctx, session.caller)),
      ...bound.map(
        ({ loginId, player }) =>
          () =>
            endLoginId(ctx, { username: player.username, loginId }),
      ),
      ...bound.map(
        (session) => () => createLoginId(ctx, { accountId: session.player.id }, session.caller),
      ),
    ]);
    errorCodesOf(results);
    expect(await db.$count(loginIds, eq(loginIds.accountId, ada.id))).toBe(0);
  }
});

test('accounts are deleted and suspended while keys are disabled and old sessions purged', {
  timeout,
}, async () => {
  const { db } = database;
  const ctx = createTestCtx(db);
  const moderator = await createPlayer(db, { role: 'moderator' });
  const expired = new Date(ctx.clock.now().getTime() - 1000);
  for (let round = 0; round < rounds; round += 1) {
    const [ada, bo] = [await createPlayer(db), await createPlayer(db)];
    const caller = await startOwnSession(ada);
    const key = await createApiKey(ctx, caller, { name: 'robot' });
    const actors = [];
    for (let count = 0; count < 4; count += 1) {
      await bindSession(ada, bo, key.id);
      await bindSession(bo, ada);
      await bindSession(null, ada);
      await startSession(ctx, ada.id, { method: 'password' });
      await startSession(ctx, bo.id, { method: 'password' });
      const id = randomUUID();
      actors.push({ ...ada, sessionId: id });
      await db.insert(sessions).values({ id, token: id, userId: ada.id, expiresAt: expired });
    }
    const old = await db.select({ id: loginIds.id }).from(loginIds);
    const some = old.filter(() => below(2) === 0).map(({ id }) => id);
    await db.update(loginIds).set({ expiresAt: expired }).where(inArray(loginIds.id, some));
    const results = await atOnce([
      () => deleteAccountOfApiCaller(ctx, caller),
      () =>
        suspendAccount(
          { ...ctx, actor: moderator },
          { username: bo.username, reason: 'spam', days: 0 },
        ),
      () => setApiKeyDisabled(ctx, caller, { id: key.id, disabled: true }),
      () => deleteOldRows(ctx),
      () => deleteOldRows(ctx),
      ...actors.map((actor) => () => logOut({ ...ctx, actor })),
      ...[ada, bo].map((player) => () => startSession(ctx, player.id, { method: 'password' })),
    ]);
    errorCodesOf(results);
    expect(await db.$count(sessions, eq(sessions.userId, ada.id))).toBe(0);
  }
});
