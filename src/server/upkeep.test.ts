import { eq } from 'drizzle-orm';
import { afterEach, expect, test, vi } from 'vitest';
import { sessions, users } from '#db/schema.ts';
import { useDatabase } from '#test/database.ts';
import { createPlayer } from '#test/factories.ts';
import { createWeb } from '#test/web.ts';
import { startUpkeep } from './upkeep.ts';

const database = useDatabase();

afterEach(() => {
  vi.useRealTimers();
});

async function lastSeen(id: string) {
  const [row] = await database.db
    .select({ at: users.lastSeenAt })
    .from(users)
    .where(eq(users.id, id));
  return row?.at ?? null;
}

test('who was seen is known after a stop', async () => {
  const { services } = createWeb(database.db);
  const { id } = await createPlayer(database.db);
  const stop = startUpkeep(services);
  services.presence.mark(id);
  await stop();
  expect(await lastSeen(id)).toEqual(services.clock.now());
});

test('sessions that expired are cleared away by the hour; a failure does not end that', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { ctx, services } = createWeb(database.db);
  const { id } = await createPlayer(database.db);
  const token = { userId: id, expiresAt: ctx.clock.now() };
  await database.db.insert(sessions).values({ ...token, token: 'expired' });
  ctx.testClock.advance(1);
  let broken = true;
  const flush = services.presence.flush;
  services.presence.flush = () => (broken ? Promise.reject(new Error('away')) : flush());
  const stop = startUpkeep(services);
  vi.advanceTimersByTime(15_000);
  broken = false;
  services.presence.mark(id);
  vi.advanceTimersByTime(60 * 60 * 1000);
  await stop();
  expect(await lastSeen(id)).toEqual(services.clock.now());
  expect(await database.db.select().from(sessions).where(eq(sessions.userId, id))).toEqual([]);
});
