import { eq, type SQL } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Database } from '#database/client.ts';
import { users } from '#database/schema.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createClock, createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { logOut } from '../sessions/log-out.ts';
import { createPresence, isOnline } from './presence.ts';

const database = useDatabase();

async function getLastSeen(id: string): Promise<Date | null> {
  const [row] = await database.db
    .select({ at: users.lastSeenAt })
    .from(users)
    .where(eq(users.id, id));
  return row?.at ?? null;
}

test('an account is Online for one minute after it was seen', async () => {
  const clock = createClock();
  const presence = createPresence(database.db, clock);
  const { id } = await createPlayer(database.db);
  expect(isOnline(await getLastSeen(id), clock.now())).toBe(false);
  presence.markSeen(id);
  await presence.flush();
  expect(isOnline(await getLastSeen(id), clock.now())).toBe(true);
  clock.advance(59_000);
  expect(isOnline(await getLastSeen(id), clock.now())).toBe(true);
  clock.advance(1_000);
  expect(isOnline(await getLastSeen(id), clock.now())).toBe(false);
});

test('marks are written together, each with its own time, and never replace a later time', async () => {
  const clock = createClock();
  const [thisNode, otherNode] = [
    createPresence(database.db, clock),
    createPresence(database.db, clock),
  ];
  const early = await createPlayer(database.db);
  const late = await createPlayer(database.db);
  otherNode.markSeen(late.id);
  thisNode.markSeen(early.id);
  clock.advance(5_000);
  thisNode.markSeen(late.id);
  await Promise.all([thisNode.flush(), otherNode.flush()]);
  await otherNode.flush();
  expect((await getLastSeen(early.id))?.getTime()).toBe(clock.now().getTime() - 5_000);
  expect((await getLastSeen(late.id))?.getTime()).toBe(clock.now().getTime());
});

test('a discarded mark is not written', async () => {
  const presence = createPresence(database.db, createClock());
  const { id } = await createPlayer(database.db);
  presence.markSeen(id);
  void presence.discardMark(id);
  await presence.flush();
  expect(await getLastSeen(id)).toBeNull();
});

/** A database whose statements wait for `release`. `begun` resolves at the first statement. */
function createBlockedDatabase(db: Database) {
  const { promise: begun, resolve: markBegun } = Promise.withResolvers<void>();
  const { promise: released, resolve: release, reject: fail } = Promise.withResolvers<void>();
  const execute = ((query: SQL) => {
    markBegun();
    return released.then(() => db.execute(query));
  }) as Database['execute'];
  return { execute, begun, release, fail };
}

test('marks of a failed flush are written at the next one, except of accounts that logged out', async () => {
  const { db } = database;
  const clock = createClock();
  const stays = await createPlayer(db);
  const leaves = await createPlayer(db);
  const blocked = createBlockedDatabase(db);
  const connection = { execute: blocked.execute };
  const presence = createPresence(connection, clock);
  presence.markSeen(stays.id);
  presence.markSeen(leaves.id);
  const flush = presence.flush();
  await blocked.begun;
  const discarded = presence.discardMark(leaves.id);
  blocked.fail(new Error('away'));
  await expect(flush).rejects.toThrow('away');
  await discarded;
  connection.execute = db.execute.bind(db);
  await presence.flush();
  expect(await getLastSeen(stays.id)).toEqual(clock.now());
  expect(await getLastSeen(leaves.id)).toBeNull();
});

test('an account that logs out while its mark is being written stays Offline', async () => {
  const { db } = database;
  const clock = createClock();
  const actor = await createPlayer(db);
  const slow = createBlockedDatabase(db);
  const presence = createPresence(slow, clock);
  const { promise: loggingOut, resolve: markLoggingOut } = Promise.withResolvers<void>();
  const observedPresence = {
    ...presence,
    discardMark(id: string) {
      markLoggingOut();
      return presence.discardMark(id);
    },
  };
  presence.markSeen(actor.id);
  const flush = presence.flush();
  await slow.begun;
  const logout = logOut({
    ...createTestCtx(db, { clock, accounts: { presence: observedPresence } }),
    actor,
  });
  await loggingOut;
  // Gives a logout that does not wait the time to finish.
  for (let trip = 0; trip < 5; trip += 1) await getLastSeen(actor.id);
  slow.release();
  await Promise.all([flush, logout]);
  expect(isOnline(await getLastSeen(actor.id), clock.now())).toBe(false);
});
