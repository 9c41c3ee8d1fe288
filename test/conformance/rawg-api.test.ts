import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { serve } from '@hono/node-server';
import { sql } from 'drizzle-orm';
import pino from 'pino';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBundle } from '#catalog/read-bundle.ts';
import { integer, text } from '#database/column-types.ts';
import { queryRows } from '#database/prepared-query.ts';
import { importGames } from '#domain/catalog/games/import-games.ts';
import { createCachedProvider } from '#domain/catalog/provider/provider-with-stored-answers.ts';
import { createRawgClient } from '#integrations/rawg/rawg-client.ts';
import { openCovers } from '#server/bootstrap/open-covers.ts';
import { readConfig } from '#server/config/config.ts';
import { createApp } from '#server/http/app.ts';
import { useDatabase } from '../fixtures/database.ts';
import { createClock, createTestCtx } from '../fixtures/factories.ts';
import { createWeb, textOf } from '../fixtures/web-application.ts';

/** The database with the bundled games, and the one without games. */
const filled = useDatabase();
const empty = useDatabase();
const log = pino({ level: 'silent' });
let folder: string;
let server: Server;
let rawg: ReturnType<typeof createRawgClient>;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'guildhall-two-'));
  const { db } = filled;
  const clock = createClock();
  const folders = { catalogDirectory: 'catalog', artDirectory: 'public/art' };
  await importGames({ db, clock }, await readBundle(folders));
  const config = readConfig({ DATA_DIR: path.join(folder, 'first') });
  const { fileStore } = createTestCtx(db).gallery;
  const gamePictures = openCovers({ config, db, clock, log, provider: () => null, fileStore });
  const { services } = createWeb(db, { catalog: { covers: gamePictures } });
  const app = createApp(services, { clientDirectory: './build/client', ready: () => true });
  server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }) as Server;
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  rawg = createRawgClient({ url: `http://127.0.0.1:${port}/api`, key: 'no-key-is-needed' });
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true });
});

/** Opens the second application, whose catalog provider is the RAWG API of the first one. */
function open() {
  const { db } = empty;
  const config = readConfig({ DATA_DIR: path.join(folder, 'second') });
  const ctx = createTestCtx(db);
  const gamesSource = createCachedProvider({ ...ctx, provider: rawg });
  const clock = createClock();
  const { fileStore } = ctx.gallery;
  const gamePictures = openCovers({ config, db, clock, log, provider: () => rawg, fileStore });
  return createWeb(db, {
    catalog: { provider: rawg, cachedProvider: gamesSource, covers: gamePictures },
  }).visit();
}

test('an application shows the games of the other one: list, search, genre and order', async () => {
  const shop = open();
  const first = await textOf(await shop.get('/'));
  expect(first).toContain('298 games');
  expect(first).toContain('Grand Theft Auto V');
  expect(await textOf(await shop.get('/?q=portal'))).toContain('Portal 2');
  const puzzles = await textOf(await shop.get('/?genre=puzzle'));
  expect(puzzles).toContain('22 games');
  expect(puzzles).not.toContain('Grand Theft Auto V');
  expect(await textOf(await shop.get('/?order=name&page=2'))).toContain('298 games');
  expect(await textOf(await shop.get('/?q=zzzzzz'))).toContain('No games');
});

test('a game has its companies, requirements, description and pictures', async () => {
  const shop = open();
  const response = await shop.get('/game-info/3498');
  expect(response.status).toBe(200);
  const html = await response.clone().text();
  const page = await textOf(response);
  for (const told of [
    'Rockstar',
    'Michael, Franklin and Trevor share one story',
    'Intel Core 2 Quad Q6600 2.4 GHz',
    'Intel Core i5-3470 3.2 GHz',
    '4,099 (59.1%)',
    'PlayStation 5',
  ]) {
    expect(page).toContain(told);
  }
  const pictures = new Set(html.match(/\/pictures\/3498\/(?:cover|scene)-[0-9a-f]{8}-640\.webp/g));
  expect(
    [...pictures].map((picturePath) => picturePath.split('/')[3]?.split('-')[0]).toSorted(),
  ).toEqual(['cover', 'scene']);
  for (const picturePath of pictures) {
    const picture = await shop.get(picturePath);
    expect([picture.status, picture.headers.get('Content-Type')]).toEqual([200, 'image/webp']);
    const { width, height } = await sharp(await picture.arrayBuffer()).metadata();
    expect([width, height]).toEqual([640, 360]);
  }
});

test('companies have pages with description and games', async () => {
  const shop = open();
  const game = await rawg.getGame(3498);
  const [publisher] = game?.publishers ?? [];
  const [developer] = game?.developers ?? [];
  const [row] = await queryRows<{ name: string; description: string; games: number }>(
    filled.db,
    { name: text, description: text, games: integer },
    sql`select name, description,
      (select count(*)::integer from game_publishers where publisher_id = publishers.id) as games
    from publishers where slug = ${publisher?.slug}`,
  );
  if (!row) throw new Error('The first application does not have this publisher.');
  const page = await textOf(await shop.get(`/publisher/${publisher?.id}`));
  expect(page).toContain(row.name);
  expect(page).toContain(row.description.slice(0, 60).trim());
  expect(page).toContain('Grand Theft Auto V');
  expect(await textOf(await shop.get(`/developer/${developer?.id}`))).toContain(developer?.name);
  expect((await shop.get('/game-info/77')).status).toBe(404);
  expect((await shop.get('/publisher/77')).status).toBe(404);
});

test('the RAWG client reads every game and company of the RAWG API without differences', async () => {
  const listed = await rawg.listGames({ page: 2, pageSize: 40, order: 'released' });
  expect(listed).toMatchObject({ total: 298, games: { length: 40 } });
  for (const { id, ...summary } of listed.games.slice(0, 10)) {
    const game = await rawg.getGame(id);
    expect(game).toMatchObject({ id, ...summary });
    for (const publisher of game?.publishers ?? []) {
      expect(await rawg.getPublisher(publisher.id)).toMatchObject(publisher);
      const question = { page: 1, pageSize: 40, publisher: publisher.id, search: summary.name };
      const its = await rawg.listGames(question);
      expect(its.games.map((one) => one.id)).toContain(id);
    }
  }
  expect(await rawg.listGames({ page: 99, pageSize: 40 })).toEqual({ games: [], total: null });
});
