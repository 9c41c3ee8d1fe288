import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { apiKeys, appSessions, appUsers, loginIds } from '#database/schema.ts';
import { deleteAccount } from '#domain/lifecycle/delete-account.ts';
import { suspendAccount } from '#domain/lifecycle/suspend-account.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { hashToken } from '../sessions/secret-token.ts';
import type { ApiCaller } from './api-caller.ts';
import { setApiKeyDisabled } from './change-api-key.ts';
import { readApiCaller } from './read-api-caller.ts';
import { startApiSession } from './start-api-session.ts';
import { startLoginId } from './start-login-id.ts';

const database = useDatabase();
const rounds = 12;

/** Sessions and loginIds of an account that there are. */
async function left(accountId: string): Promise<number> {
  const { db } = database;
  const sessions = await db.$count(appSessions, eq(appSessions.accountId, accountId));
  return sessions + (await db.$count(loginIds, eq(loginIds.accountId, accountId)));
}

/** A session of the account by its password. */
async function callerOf(accountId: string): Promise<ApiCaller> {
  const ctx = createTestCtx(database.db);
  const started = await startApiSession(ctx, { accountId, apiKeyId: null });
  const caller = await readApiCaller(ctx, { ...started, deviceId: '0'.repeat(24) });
  if (!caller) throw new Error('The session does not hold.');
  return caller;
}

/** Whatever lets `accountId` in, together with `end`; what failed otherwise than by a no is thrown. */
async function letInWhile(accountId: string, end: () => Promise<unknown>) {
  const ctx = createTestCtx(database.db);
  const results = await Promise.allSettled([
    startApiSession(ctx, { accountId, apiKeyId: null }),
    startLoginId(ctx, { accountId }, null),
    end(),
    startApiSession(ctx, { accountId, apiKeyId: null }),
    startLoginId(ctx, { accountId }, null),
  ]);
  for (const result of results) {
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ name: 'Refusal' });
  }
}

describe('sessions that begin at the moment', () => {
  test('of a suspension end with it, or do not begin', async () => {
    const ctx = createTestCtx(database.db);
    const actor = await createPlayer(ctx.db, { role: 'moderator' });
    for (let round = 0; round < rounds; round += 1) {
      const { id, username } = await createPlayer(ctx.db);
      await letInWhile(id, () =>
        suspendAccount({ ...ctx, actor }, { username, reason: 'spam', days: 0 }),
      );
      expect(await left(id)).toBe(0);
    }
  });

  test('of a deletion end with it, or do not begin', async () => {
    const ctx = createTestCtx(database.db);
    for (let round = 0; round < rounds; round += 1) {
      const { id } = await createPlayer(ctx.db);
      const caller = await callerOf(id);
      await letInWhile(id, () => deleteAccount(ctx, caller));
      expect(await left(id)).toBe(0);
    }
  });

  test('that its key is disabled end with it, or do not begin', async () => {
    const ctx = createTestCtx(database.db);
    for (let round = 0; round < rounds; round += 1) {
      const { id: accountId } = await createPlayer(ctx.db);
      const apiKeyId = `${round}`.padStart(24, '0');
      await ctx.db.insert(apiKeys).values({
        id: apiKeyId,
        hash: hashToken(`key ${round}`),
        accountId,
        name: 'robot',
        createdAt: ctx.clock.now(),
      });
      const caller = await callerOf(accountId);
      await Promise.allSettled([
        startApiSession(ctx, { accountId, apiKeyId }),
        setApiKeyDisabled(ctx, caller, { id: apiKeyId, disabled: true }),
        startApiSession(ctx, { accountId, apiKeyId }),
      ]);
      expect(await ctx.db.$count(appSessions, eq(appSessions.apiKeyId, apiKeyId))).toBe(0);
      expect(await readApiCaller(ctx, caller)).not.toBeNull();
    }
  });

  test('of one account make one app user', async () => {
    const ctx = createTestCtx(database.db);
    const { id: accountId } = await createPlayer(ctx.db);
    const started = await Promise.all(
      Array.from({ length: 10 }, () => startApiSession(ctx, { accountId, apiKeyId: null })),
    );
    expect(new Set(started.map(({ appUserId }) => appUserId)).size).toBe(1);
    expect(await ctx.db.$count(appUsers, eq(appUsers.accountId, accountId))).toBe(1);
  });
});
