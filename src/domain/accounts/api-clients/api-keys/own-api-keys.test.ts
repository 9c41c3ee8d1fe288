import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { apiSessions, apiUsers, loginIds } from '#database/schema.ts';
import { endOtherSessions } from '#domain/accounts/sessions/own-sessions.ts';
import type { DomainEvent } from '#domain/events.ts';
import { proofConstants } from '#shared/constants/accounts/sessions.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { registerPlayer } from '#test/fixtures/registered-player.ts';
import {
  endOwnLoginId,
  endOwnPrograms,
  listOwnPrograms,
} from '../login-id-tokens/own-login-ids.ts';
import {
  createOwnApiKey,
  deleteOwnApiKey,
  listOwnApiKeys,
  setOwnApiKeyDisabled,
} from './own-api-keys.ts';
import { verifyApiKey } from './verify-api-key.ts';

const database = useDatabase();

async function registerWithEvents() {
  const events: DomainEvent[] = [];
  const player = await registerPlayer(database.db, {
    events: { publish: (event) => void events.push(event) },
  });
  const { ctx } = player;
  const times = {
    createdAt: ctx.clock.now(),
    expiresAt: new Date(ctx.clock.now().getTime() + 24 * 60 * 60 * 1000),
  };
  const createLoginId = async () => {
    const row = { id: randomUUID(), hash: randomUUID(), accountId: ctx.actor.id, ...times };
    await ctx.db.insert(loginIds).values(row);
    return row.id;
  };
  const createAppSession = async (apiKeyId: string | null = null) => {
    const id = randomUUID();
    const values = { id, apiUserId: 'user', accountId: ctx.actor.id, apiKeyId, ...times };
    await ctx.db.insert(apiSessions).values(values);
    return id;
  };
  return { ...player, events, createLoginId, createAppSession };
}

async function keyIds(ctx: Parameters<typeof listOwnApiKeys>[0]): Promise<string[]> {
  return (await listOwnApiKeys(ctx)).map(({ id }) => id);
}

describe('an API key of the settings', () => {
  test('logs its owner in until it is disabled or deleted', async () => {
    const { ctx, createAppSession } = await registerWithEvents();
    const { key } = await createOwnApiKey(ctx, { name: 'robot', key: randomUUID() });
    const [id = ''] = await keyIds(ctx);
    expect(await verifyApiKey(ctx, { key })).toEqual({ accountId: ctx.actor.id, apiKeyId: id });
    await createAppSession(id);
    await setOwnApiKeyDisabled(ctx, { id, disabled: true });
    await expect(verifyApiKey(ctx, { key })).rejects.toMatchObject({ code: 'wrong-credentials' });
    expect((await listOwnPrograms(ctx)).appSessions).toBe(0);
    await setOwnApiKeyDisabled(ctx, { id, disabled: false });
    await verifyApiKey(ctx, { key });
    await deleteOwnApiKey(ctx, id);
    await expect(verifyApiKey(ctx, { key })).rejects.toMatchObject({ code: 'wrong-credentials' });
    expect(await listOwnApiKeys(ctx)).toEqual([]);
  });

  test('is created and enabled only with a fresh proof, and disabled without one', async () => {
    const { ctx, testClock } = await registerWithEvents();
    await createOwnApiKey(ctx, { name: 'robot', key: randomUUID() });
    const [id = ''] = await keyIds(ctx);
    testClock.advance(proofConstants.freshMs);
    await setOwnApiKeyDisabled(ctx, { id, disabled: true });
    for (const change of [
      () => createOwnApiKey(ctx, { name: 'more', key: randomUUID() }),
      () => setOwnApiKeyDisabled(ctx, { id, disabled: false }),
    ])
      await expect(change()).rejects.toMatchObject({ code: 'proof-required' });
    expect(await listOwnApiKeys(ctx)).toMatchObject([{ name: 'robot', disabled: true }]);
    await deleteOwnApiKey(ctx, id);
  });

  test('is one of at most twenty, also when several are created at the same time', async () => {
    const { ctx } = await registerWithEvents();
    const tries = await Promise.allSettled(
      Array.from({ length: 25 }, (_, index) =>
        createOwnApiKey(ctx, { name: `key ${index}`, key: randomUUID() }),
      ),
    );
    const failures = tries.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
    expect(failures).toEqual(Array.from({ length: 5 }, () => 'api-key-limit'));
    expect(await listOwnApiKeys(ctx)).toHaveLength(20);
  });

  test('cannot be changed by another player', async () => {
    const [own, other] = [await registerWithEvents(), await registerWithEvents()];
    await createOwnApiKey(own.ctx, { name: 'robot', key: randomUUID() });
    const [id = ''] = await keyIds(own.ctx);
    for (const change of [
      () => setOwnApiKeyDisabled(other.ctx, { id, disabled: true }),
      () => deleteOwnApiKey(other.ctx, id),
    ])
      await expect(change()).rejects.toMatchObject({ code: 'api-key-gone' });
    expect(await listOwnApiKeys(own.ctx)).toMatchObject([{ disabled: false }]);
  });

  test('is not created by a session that has ended', async () => {
    const { ctx, logInAgain } = await registerWithEvents();
    await endOtherSessions(await logInAgain());
    await expect(createOwnApiKey(ctx, { name: 'robot', key: randomUUID() })).rejects.toMatchObject({
      code: 'login-required',
    });
    await expect(setOwnApiKeyDisabled(ctx, { id: 'x', disabled: true })).rejects.toMatchObject({
      code: 'login-required',
    });
  });

  test('is not for guests', async () => {
    const actor = await createPlayer(database.db, { role: 'guest' });
    const ctx = { ...createTestCtx(database.db), actor };
    for (const use of [
      () => createOwnApiKey(ctx, { name: 'robot', key: randomUUID() }),
      () => listOwnApiKeys(ctx),
      () => listOwnPrograms(ctx),
      () => endOwnPrograms(ctx),
    ])
      await expect(use()).rejects.toMatchObject({ code: 'guest-not-allowed' });
  });
});

describe('the programs of an account', () => {
  test('are its loginIds, its app user and the number of its sessions', async () => {
    const { ctx, createLoginId, createAppSession, testClock } = await registerWithEvents();
    const createdAt = ctx.clock.now();
    const id = await createLoginId();
    await createAppSession();
    const appUserId = randomUUID();
    await ctx.db.insert(apiUsers).values({ id: appUserId, accountId: ctx.actor.id, createdAt });
    expect(await listOwnPrograms(ctx)).toMatchObject({
      loginIds: [{ id, createdAt }],
      appUsers: [{ id: appUserId, createdAt }],
      appSessions: 1,
    });
    testClock.advance(24 * 60 * 60 * 1000);
    expect(await listOwnPrograms(ctx)).toMatchObject({ loginIds: [], appSessions: 0 });
  });

  test('end one by one, and their sockets are closed', async () => {
    const { ctx, createLoginId, events } = await registerWithEvents();
    const [first, second] = [await createLoginId(), await createLoginId()];
    await endOwnLoginId(ctx, first);
    expect((await listOwnPrograms(ctx)).loginIds).toMatchObject([{ id: second }]);
    expect(events).toEqual([{ type: 'sessions-ended', sessionIds: [first] }]);
    await endOwnLoginId(ctx, first);
    expect(events).toHaveLength(1);
  });

  test('end all at once, and those of others stay', async () => {
    const [own, other] = [await registerWithEvents(), await registerWithEvents()];
    const ended = [
      await own.createLoginId(),
      await own.createLoginId(),
      await own.createAppSession(),
    ];
    const otherId = await other.createLoginId();
    await endOwnLoginId(own.ctx, otherId);
    await endOwnPrograms(own.ctx);
    expect(await listOwnPrograms(own.ctx)).toMatchObject({ loginIds: [], appSessions: 0 });
    const [event] = own.events;
    if (event?.type !== 'sessions-ended') throw new Error('No session has ended.');
    expect(event.sessionIds.toSorted()).toEqual(ended.toSorted());
    expect(await other.ctx.db.$count(loginIds, eq(loginIds.id, otherId))).toBe(1);
  });
});
