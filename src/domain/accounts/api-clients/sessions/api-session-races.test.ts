import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { apiKeys, apiSessions, apiUsers, loginIds } from '#database/schema.ts';
import { deleteAccountOfApiCaller } from '#domain/account-deletion/delete-account-of-api-caller.ts';
import { hashToken } from '#domain/accounts/sessions/secret-token.ts';
import { suspendAccount } from '#domain/moderation/suspension/suspend-account.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { setApiKeyDisabled } from '../api-keys/change-api-key.ts';
import { createLoginId } from '../login-id-tokens/create-login-id.ts';
import type { ApiCaller } from './api-caller.ts';
import { readApiCaller } from './read-api-caller.ts';
import { startApiSession } from './start-api-session.ts';

const database = useDatabase();
const rounds = 12;

/** Counts the API sessions and loginIds of an account. */
async function countSessions(accountId: string): Promise<number> {
  const { db } = database;
  const sessions = await db.$count(apiSessions, eq(apiSessions.accountId, accountId));
  return sessions + (await db.$count(loginIds, eq(loginIds.accountId, accountId)));
}

/** Starts an API session of the account by its password. */
async function startPasswordSession(accountId: string): Promise<ApiCaller> {
  const ctx = createTestCtx(database.db);
  const started = await startApiSession(ctx, { accountId, apiKeyId: null });
  const caller = await readApiCaller(ctx, { ...started, deviceId: '0'.repeat(24) });
  if (!caller) throw new Error('The session is not valid.');
  return caller;
}

/** Logs `accountId` in by all ways while `end` runs. Every failure must be an expected error. */
async function logInWhile(accountId: string, end: () => Promise<unknown>) {
  const ctx = createTestCtx(database.db);
  const results = await Promise.allSettled([
    startApiSession(ctx, { accountId, apiKeyId: null }),
    createLoginId(ctx, { accountId }, null),
    end(),
    startApiSession(ctx, { accountId, apiKeyId: null }),
    createLoginId(ctx, { accountId }, null),
  ]);
  for (const result of results) {
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ name: 'AppError' });
  }
}

describe('sessions that begin at the same time', () => {
  test('as a suspension end with it or do not begin', async () => {
    const ctx = createTestCtx(database.db);
    const actor = await createPlayer(ctx.db, { role: 'moderator' });
    for (let round = 0; round < rounds; round += 1) {
      const { id, username } = await createPlayer(ctx.db);
      await logInWhile(id, () =>
        suspendAccount({ ...ctx, actor }, { username, reason: 'spam', days: 0 }),
      );
      expect(await countSessions(id)).toBe(0);
    }
  });

  test('as a deletion end with it or do not begin', async () => {
    const ctx = createTestCtx(database.db);
    for (let round = 0; round < rounds; round += 1) {
      const { id } = await createPlayer(ctx.db);
      const caller = await startPasswordSession(id);
      await logInWhile(id, () => deleteAccountOfApiCaller(ctx, caller));
      expect(await countSessions(id)).toBe(0);
    }
  });

  test('as their API key is disabled end or do not begin', async () => {
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
      const caller = await startPasswordSession(accountId);
      await Promise.allSettled([
        startApiSession(ctx, { accountId, apiKeyId }),
        setApiKeyDisabled(ctx, caller, { id: apiKeyId, disabled: true }),
        startApiSession(ctx, { accountId, apiKeyId }),
      ]);
      expect(await ctx.db.$count(apiSessions, eq(apiSessions.apiKeyId, apiKeyId))).toBe(0);
      expect(await readApiCaller(ctx, caller)).not.toBeNull();
    }
  });

  test('as others of the account share one API user', async () => {
    const ctx = createTestCtx(database.db);
    const { id: accountId } = await createPlayer(ctx.db);
    const started = await Promise.all(
      Array.from({ length: 10 }, () => startApiSession(ctx, { accountId, apiKeyId: null })),
    );
    expect(new Set(started.map(({ apiUserId }) => apiUserId)).size).toBe(1);
    expect(await ctx.db.$count(apiUsers, eq(apiUsers.accountId, accountId))).toBe(1);
  });
});
