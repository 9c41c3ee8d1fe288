import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { users } from '#db/schema.ts';
import { useDatabase } from '#test/database.ts';
import { createClock, createPlayer } from '#test/factories.ts';
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
