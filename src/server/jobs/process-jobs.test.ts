import { eq } from 'drizzle-orm';
import { afterEach, expect, test, vi } from 'vitest';
import { users } from '#database/schema.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer } from '#test/fixtures/factories.ts';
import { createWeb } from '#test/fixtures/web-application.ts';
import { startProcessJobs } from './process-jobs.ts';

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

test('presence is written at shutdown', async () => {
  const { services } = createWeb(database.db);
  const { id } = await createPlayer(database.db);
  const stop = startProcessJobs(services);
  services.accounts.presence.markSeen(id);
  await stop();
  expect(await lastSeen(id)).toEqual(services.clock.now());
});

test('a failed write of presence does not stop later writes', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { services } = createWeb(database.db);
  const { id } = await createPlayer(database.db);
  let broken = true;
  const flush = services.accounts.presence.flush;
  services.accounts.presence.flush = () => (broken ? Promise.reject(new Error('away')) : flush());
  const stop = startProcessJobs(services);
  vi.advanceTimersByTime(15_000);
  broken = false;
  services.accounts.presence.markSeen(id);
  await stop();
  expect(await lastSeen(id)).toEqual(services.clock.now());
});
