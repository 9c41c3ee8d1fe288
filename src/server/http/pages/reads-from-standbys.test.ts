import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '#database/client.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer } from '#test/fixtures/factories.ts';
import { createSignedInVisitor } from '#test/fixtures/sign-in.ts';
import { createWeb } from '#test/fixtures/web-application.ts';

const database = useDatabase();
// What reads it fails, so the status shows which database a request used.
const standby = openDatabase({ host: '/nowhere' });
const reads = { db: standby, preferPrimary() {}, close: async () => {} };

afterAll(() => standby.$client.end());

test('only public pages of visitors and the RAWG API read from a standby', async () => {
  const { id, username } = await createPlayer(database.db);
  const player = await createSignedInVisitor(createWeb(database.db, { reads }), id);
  // Another process, so that the player does not share a cached read that fails.
  const visitor = createWeb(database.db, { reads }).visit();
  const usesStandby = async (response: Promise<Response>) => (await response).status === 503;

  for (const path of ['/', '/community/market', '/community/market.data', `/profile/${username}`]) {
    expect([path, await usesStandby(visitor.get(path))]).toEqual([path, true]);
    expect([path, await usesStandby(player.get(path))]).toEqual([path, false]);
  }
  expect(await usesStandby(visitor.get('/api/games'))).toBe(true);
  for (const path of ['/reset-password?token=a', '/confirm?token=a', '/login', '/profile']) {
    expect([path, await usesStandby(visitor.get(path))]).toEqual([path, false]);
  }
  const form = { username: 'nobody', password: 'a long password' };
  expect(await usesStandby(visitor.post('/login', form))).toBe(false);
});
