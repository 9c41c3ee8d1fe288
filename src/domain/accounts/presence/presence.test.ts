import { eq, type SQL } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Database } from '#database/client.ts';
import { users } from '#database/schema.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createClock, createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { logOut } from '../sessions/log-out.ts';
import { createPresence, isOnline } from './presence.ts';

const database = useDatabase();

async function lastSeen(id: string): Promise<Date | null> {
  const [row] = await database.db
    .select({ at: users.lastSeenAt })
    .from(users)
    .where(eq(users.id, id));
  return row?.at ?? null;
}

test('who did something is Online for a minute', async () => {
  const clock = createClock();
  const presence = createPresence(database.db, clock);
  const { id } = await createPlayer(database.db);
  expect(isOnline(await lastSeen(id), clock.now())).toBe(false);
  presence.mark(id);
  await presence.flush();
  expect(isOnline(await lastSeen(id), clock.now())).toBe(true);
  clock.advance(59_000);
  expect(isOnline(await lastSeen(id), clock.now())).toBe(true);
  clock.advance(1_000);
  expect(isOnline(await lastSeen(id), clock.now())).toBe(false);
});

test('many are written together, each with its own time, and never back in time', async () => {
  const clock = createClock();
  const [ours, theirs] = [createPresence(database.db, clock), createPresence(database.db, clock)];
  const early = await createPlayer(database.db);
  const late = await createPlayer(database.db);
  theirs.mark(late.id);
  ours.mark(early.id);
  clock.advance(5_000);
  ours.mark(late.id);
  await Promise.all([ours.flush(), theirs.flush()]);
  await theirs.flush();
  expect((await lastSeen(early.id))?.getTime()).toBe(clock.now().getTime() - 5_000);
  expect((await lastSeen(late.id))?.getTime()).toBe(clock.now().getTime());
});

test('what is forgotten is not written', async () => {
  const presence = createPresence(database.db, createClock());
  const { id } = await createPlayer(database.db);
  presence.mark(id);
  presence.forget(id);
  await presence.flush();
  expect(await lastSeen(id)).toBeNull();
});

/** A database whose statements wait until they are let go; `begun` once the first has come. */
function heldUp(db: Database) {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const { promise: verdict, resolve: letGo, reject: fail } = Promise.withResolvers<void>();
  const execute = ((query: SQL) => {
    begin();
    return verdict.then(() => db.execute(query));
  }) as Database['execute'];
  return { execute, begun, letGo, fail };
}

test('what could not be written is written the next time, but for who logged out meanwhile', async () => {
  const { db } = database;
  const clock = createClock();
  const stays = await createPlayer(db);
  const leaves = await createPlayer(db);
  const away = heldUp(db);
  const connection = { execute: away.execute };
  const presence = createPresence(connection, clock);
  presence.mark(stays.id);
  presence.mark(leaves.id);
  const flush = presence.flush();
  await away.begun;
  const forgotten = presence.forget(leaves.id);
  away.fail(new Error('away'));
  await expect(flush).rejects.toThrow('away');
  await forgotten;
  connection.execute = db.execute.bind(db);
  await presence.flush();
  expect(await lastSeen(stays.id)).toEqual(clock.now());
  expect(await lastSeen(leaves.id)).toBeNull();
});

test('who logs out while marks are on their way stays Offline', async () => {
  const { db } = database;
  const clock = createClock();
  const actor = await createPlayer(db);
  const slow = heldUp(db);
  const presence = createPresence(slow, clock);
  const { promise: leaving, resolve: leave } = Promise.withResolvers<void>();
  const watched = {
    ...presence,
    forget(id: string) {
      leave();
      return presence.forget(id);
    },
  };
  presence.mark(actor.id);
  const flush = presence.flush();
  await slow.begun;
  const left = logOut({ ...createTestCtx(db, { clock }), actor, presence: watched });
  await leaving;
  // Time for a logout that does not wait.
  for (let trip = 0; trip < 5; trip += 1) await lastSeen(actor.id);
  slow.letGo();
  await Promise.all([flush, left]);
  expect(isOnline(await lastSeen(actor.id), clock.now())).toBe(false);
});
