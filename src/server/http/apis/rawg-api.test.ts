import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { providerAnswers, providerCalls } from '#database/schema.ts';
import { importGames } from '#domain/catalog/games/import-games.ts';
import { createCachedProvider } from '#domain/catalog/provider/provider-with-stored-answers.ts';
import { createRawgClient } from '#integrations/rawg/rawg-client.ts';
import { createServices } from '#server/bootstrap/create-services.ts';
import { readConfig } from '#server/config/config.ts';
import { defaultRawgGames, rawgGame } from '#test/fakes/rawg-games.ts';
import { type RawgFailure, type RawgServer, startRawgServer } from '#test/fakes/rawg-server.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createClock, createTestCtx } from '#test/fixtures/factories.ts';
import { generateBundle, generateGame } from '#test/fixtures/generated-catalog.ts';
import { createWeb, textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase();
const [theirs] = defaultRawgGames();
const publisher = { id: 1_000_000_001, slug: 'house', name: 'House', description: '' };
// The best known game, so that it is on the first page of the shop whatever the provider added.
const ours = generateGame({
  name: 'Ours Alone',
  publisherIds: [publisher.id],
  ratingsCount: 1_000_000,
});
let fake: RawgServer;

beforeAll(async () => {
  fake = await startRawgServer();
  await importGames(
    { db: database.db, clock: createClock() },
    generateBundle({ games: [ours], publishers: [publisher] }),
  );
});

afterAll(() => fake.close());

beforeEach(async () => {
  fake.failNext(null);
  await database.db.delete(providerAnswers);
  await database.db.delete(providerCalls);
});

/** The application with an enabled provider, with short timeouts. */
function openShop(clock = createClock(), rawg = fake) {
  const rawgClient = createRawgClient({
    url: rawg.url,
    key: rawg.key,
    tryMs: 200,
    callMs: 400,
    repeatDelayMs: 1,
  });
  const ctx = createTestCtx(database.db, { clock });
  const cachedProvider = createCachedProvider({ ...ctx, provider: rawgClient });
  const { visit } = createWeb(database.db, {
    clock,
    catalog: { provider: rawgClient, cachedProvider },
  });
  return visit();
}

test('the shop, a search and the pages of games and companies show the data of the provider', async () => {
  if (!theirs) throw new Error('The fake has no games.');
  const visitor = openShop();
  expect(await textOf(await visitor.get('/'))).toContain(`${defaultRawgGames().length} games`);
  const found = await textOf(await visitor.get(`/?q=${encodeURIComponent(theirs.name)}`));
  expect(found).toContain(theirs.name);
  const page = await visitor.get(`/game-info/${theirs.id}`);
  expect(page.status).toBe(200);
  expect(await textOf(page)).toContain(theirs.name);
  const [maker] = theirs.developers;
  const developer = await visitor.get(`/developer/${maker?.id}`);
  expect(await textOf(developer)).toContain(theirs.name);
  expect((await visitor.get('/game-info/1999999999')).status).toBe(404);
  expect(fake.queries('games')[0]).toBe('page=1&page_size=24');
});

test('a page beyond the end of a list redirects to the last page, and the number of pages is limited', async () => {
  const many = await startRawgServer({
    games: Array.from({ length: 1_100 }, (_, n) => rawgGame({ id: n + 1, name: `Many ${n}` })),
  });
  const visitor = openShop(createClock(), many);
  try {
    const leads = async (path: string) => (await visitor.get(path)).headers.get('Location');
    expect(await leads('/?q=many+1099&page=30')).toBe('/?q=many+1099');
    expect(await leads('/?q=many+10&page=30')).toBe('/?q=many+10&page=5');
    const last = await (await visitor.get('/?q=many&page=40')).text();
    expect(last).toContain('aria-label="Page 40"');
    expect(last).not.toContain('page=41');
    const [maker] = rawgGame({ id: 1, name: 'Many 0' }).developers;
    const path = `/developer/${maker?.id}`;
    await visitor.get(path);
    expect(await leads(`${path}?page=30`)).toMatch(new RegExp(`^${path}\\?page=[1-9]`));
  } finally {
    await many.close();
  }
});

test.each([
  [{ RAWG_API_KEY: 'a-key' }, true],
  [{ RAWG_API_KEY: '' }, false],
  [{}, false],
])('the provider is enabled only with a key: %j', async (settings, on) => {
  const DATA_DIR = await mkdtemp(path.join(tmpdir(), 'guildhall-source-'));
  const config = readConfig({ ...settings, DATA_DIR });
  const pictures = { banner: null, shareImage: null };
  const log = pino({ level: 'silent' });
  const services = await createServices(config, database.db, log, pictures);
  expect([services.catalog.provider !== null, services.catalog.cachedProvider !== null]).toEqual([
    on,
    on,
  ]);
  await rm(DATA_DIR, { recursive: true });
});

const failures: [string, RawgFailure][] = [
  ['is slow', { slow: 60_000 }],
  ['limits us', { status: 429, retryAfter: '30' }],
  ['fails', { status: 500 }],
  ['refuses the key', { status: 401 }],
  ['breaks off', 'cut'],
  ['never ends', 'endless'],
  ['sends a page', 'html'],
  ['sends garbage', 'garbage'],
  ['leads to a private IP address', { redirect: 'http://169.254.169.254/latest/meta-data/' }],
  ['leads in a circle', { redirect: '/api/games' }],
];

describe.each(failures)('a source that %s', (_, fault) => {
  test('does not break any page if nothing is cached', async () => {
    fake.failNext(fault);
    const visitor = openShop();
    const shop = await visitor.get('/');
    expect(shop.status).toBe(200);
    expect(await textOf(shop)).toContain('Ours Alone');
    expect(await textOf(await visitor.get('/?q=alone&order=rating'))).toContain('Ours Alone');
    expect((await visitor.get('/?genre=action&page=2')).status).toBeLessThan(400);
    expect((await visitor.get(`/game-info/${ours.id}`)).status).toBe(200);
    expect((await visitor.get(`/publisher/${publisher.id}`)).status).toBe(200);
    // Whether these exist is unknown.
    for (const path of ['/publisher/77', '/game-info/1999999999']) {
      const unknown = await visitor.get(path);
      expect([unknown.status, unknown.headers.get('Retry-After')]).toEqual([503, '60']);
      expect(await textOf(unknown)).toContain('cannot be looked up at the moment.');
    }
  });

  test('still shows cached data a day later', async () => {
    if (!theirs) throw new Error('The fake has no games.');
    const clock = createClock();
    const before = openShop(clock);
    const path = `/game-info/${theirs.id}`;
    const kept = await textOf(await before.get(path));
    const list = await textOf(await before.get('/?q=the'));
    clock.advance(25 * 60 * 60 * 1000);
    fake.failNext(fault);
    const after = openShop(clock);
    expect(await textOf(await after.get(path))).toBe(kept);
    expect(await textOf(await after.get('/?q=the'))).toBe(list);
  });
});
