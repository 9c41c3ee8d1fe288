import { expect, test } from 'vitest';
import { friendRequests, friendships } from '#database/schema.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { readApiCaller } from '../accounts/api-clients/read-api-caller.ts';
import { startApiSession } from '../accounts/api-clients/start-api-session.ts';
import type { Actor } from '../base-context.ts';
import { deleteAccount } from '../lifecycle/delete-account.ts';
import { acceptRequest } from './answer-request.ts';
import { sendRequest } from './send-request.ts';

const database = useDatabase();
const as = (actor: Actor) => ({ ...createTestCtx(database.db), actor });

/** What deletes the account of `actor` at its own wish. */
async function deletionOf(actor: Actor) {
  const ctx = createTestCtx(database.db);
  const started = await startApiSession(ctx, { accountId: actor.id, apiKeyId: null });
  const caller = await readApiCaller(ctx, { ...started, deviceId: '0'.repeat(24) });
  if (!caller) throw new Error('The session does not hold.');
  return () => deleteAccount(ctx, caller);
}

test.each(['who asks', 'who is asked'])('%s is gone by then: nobody was asked', async (gone) => {
  const { db } = database;
  const [ada, bo] = [await createPlayer(db), await createPlayer(db)];
  const take = await deletionOf(gone === 'who asks' ? ada : bo);
  const ctx = as(ada);
  const asked = sendRequest({ ...ctx, rateLimiter: { ...ctx.rateLimiter, take } }, bo);
  await expect(asked).rejects.toMatchObject({ code: 'not-reachable' });
  expect(await db.$count(friendRequests)).toBe(0);
});

test('who is deleted while a request is sent or accepted is nobody’s friend', async () => {
  const { db } = database;
  for (let round = 0; round < 12; round += 1) {
    const [ada, bo, eve] = [await createPlayer(db), await createPlayer(db), await createPlayer(db)];
    await sendRequest(as(ada), bo);
    const remove = await deletionOf(round % 2 === 0 ? ada : bo);
    const results = await Promise.allSettled([
      sendRequest(as(eve), bo),
      acceptRequest(as(bo), ada),
      remove(),
      sendRequest(as(bo), ada),
    ]);
    expect(results[2]?.status).toBe('fulfilled');
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ name: 'Refusal' });
    }
    expect(await db.$count(friendships)).toBe(0);
    await db.delete(friendRequests);
  }
});
