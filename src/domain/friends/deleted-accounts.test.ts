import { expect, test } from 'vitest';
import { friendRequests, friendships } from '#database/schema.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { deleteAccountOfApiCaller } from '../account-deletion/delete-account-of-api-caller.ts';
import { readApiCaller } from '../accounts/api-clients/sessions/read-api-caller.ts';
import { startApiSession } from '../accounts/api-clients/sessions/start-api-session.ts';
import type { Actor } from '../actor.ts';
import { acceptFriendRequest } from './requests/answer-friend-request.ts';
import { sendFriendRequest } from './requests/send-friend-request.ts';

const database = useDatabase();
const as = (actor: Actor) => ({ ...createTestCtx(database.db), actor });

/** Prepares the deletion of an account by its owner; the result deletes it. */
async function prepareDeletion(actor: Actor) {
  const ctx = createTestCtx(database.db);
  const started = await startApiSession(ctx, { accountId: actor.id, apiKeyId: null });
  const caller = await readApiCaller(ctx, { ...started, deviceId: '0'.repeat(24) });
  if (!caller) throw new Error('The session is not valid.');
  return () => deleteAccountOfApiCaller(ctx, caller);
}

test.each(['sender', 'target'])(
  'no request is written when its %s was deleted in the meantime',
  async (deleted) => {
    const { db } = database;
    const [ada, bo] = [await createPlayer(db), await createPlayer(db)];
    const take = await prepareDeletion(deleted === 'sender' ? ada : bo);
    const ctx = as(ada);
    const request = sendFriendRequest({ ...ctx, rateLimiter: { ...ctx.rateLimiter, take } }, bo);
    await expect(request).rejects.toMatchObject({ code: 'not-reachable' });
    expect(await db.$count(friendRequests)).toBe(0);
  },
);

test('an account that is deleted while a request is sent or accepted has no friends', async () => {
  const { db } = database;
  for (let round = 0; round < 12; round += 1) {
    const [ada, bo, eve] = [await createPlayer(db), await createPlayer(db), await createPlayer(db)];
    await sendFriendRequest(as(ada), bo);
    const remove = await prepareDeletion(round % 2 === 0 ? ada : bo);
    const results = await Promise.allSettled([
      sendFriendRequest(as(eve), bo),
      acceptFriendRequest(as(bo), ada),
      remove(),
      sendFriendRequest(as(bo), ada),
    ]);
    expect(results[2]?.status).toBe('fulfilled');
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ name: 'AppError' });
    }
    expect(await db.$count(friendships)).toBe(0);
    await db.delete(friendRequests);
  }
});
