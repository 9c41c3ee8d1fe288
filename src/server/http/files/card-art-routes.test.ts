import { copyFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { cardIconsFile } from '#catalog/art/card-icons.ts';
import { drawPictures } from '#catalog/draw-pictures.ts';
import { readBundle } from '#catalog/read-bundle.ts';
import { importCardSets } from '#domain/card-sets/import-card-sets.ts';
import { listCardSet } from '#domain/card-sets/list-card-set.ts';
import { cardBackPath } from '#shared/format/paths/card-back-path.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createGame } from '#test/fixtures/factories.ts';
import type { Env } from '../hono-env.ts';
import { createCardArtRoutes } from './card-art-routes.ts';

const database = useDatabase();
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'guildhall-cards-'));
  await drawPictures(folder, new Set());
  const bundle = await readBundle({ catalogDirectory: 'catalog', artDirectory: folder });
  await importCardSets(database, bundle.cardSets);
});
afterAll(() => rm(folder, { recursive: true }));

/** The path of the crown of a game, as every list of cards has it. */
async function crownOf(gameId: number | null): Promise<string> {
  const { kinds } = await listCardSet(database, gameId);
  return kinds.find(({ id }) => id === 'default-crown')?.picture ?? '';
}

/** The routes of a server that names the IP address of each request. */
function openRoutes(...options: [{ cacheBytes: number }?]) {
  const app = new Hono<Env>();
  app.use((c, next) => {
    c.set('address', c.req.header('X-Address') ?? '192.0.2.1');
    return next();
  });
  app.onError((error, c) => c.text(error.message, 500));
  return app.route('/', createCardArtRoutes(database, folder, ...options));
}

describe('the picture of a card', () => {
  it('is drawn for its game, and can be cached forever', async () => {
    const routes = openRoutes();
    const [first, second] = [await createGame(database.db), await createGame(database.db)];
    const paths = [await crownOf(first.id), await crownOf(second.id)];
    expect(paths[0]).toMatch(
      new RegExp(`^/art/cards/${first.id}/default-crown-[0-9a-f]{8}\\.svg$`),
    );
    const responses = await Promise.all(paths.map((each) => routes.request(each)));
    const pictures = await Promise.all(responses.map((response) => response.text()));
    expect(pictures[0]).toMatch(/^<svg /);
    expect(pictures[0]).not.toBe(pictures[1]);
    expect(Object.fromEntries(responses[0]?.headers ?? [])).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
    });
  });

  it('has a back in the look of the same game', async () => {
    const { id } = await createGame(database.db);
    const back = cardBackPath(await crownOf(id));
    expect(back).toContain(`/art/cards/${id}/back-`);
    expect((await openRoutes().request(back ?? '')).status).toBe(200);
  });

  it('of no game in particular is a file of the build, with its back', async () => {
    const files = await readdir(path.join(folder, 'cards/any'));
    const picture = await crownOf(null);
    expect(files).toContain(path.basename(picture));
    expect(files).toContain(path.basename(cardBackPath(picture) ?? ''));
  });

  it('is sent compressed to browsers that accept it, with a tag of its own', async () => {
    const routes = openRoutes();
    const { id } = await createGame(database.db);
    const picture = await crownOf(id);
    const plain = await routes.request(picture);
    const small = await routes.request(picture, { headers: { 'Accept-Encoding': 'gzip, br' } });
    expect(small.headers.get('Content-Encoding')).toBe('br');
    expect(plain.headers.get('Content-Encoding')).toBeNull();
    expect(brotliDecompressSync(await small.arrayBuffer()).toString()).toBe(await plain.text());
    const tag = plain.headers.get('ETag') ?? '';
    expect(small.headers.get('ETag')).not.toBe(tag);
    const again = await routes.request(picture, { headers: { 'If-None-Match': tag } });
    expect(again.status).toBe(304);
  });

  it('of another version is drawn as now and not cached', async () => {
    const { id } = await createGame(database.db);
    const response = await openRoutes().request(`/art/cards/${id}/default-crown-00000000.svg`);
    expect(response.status).toBe(200);
    expect(response.headers.get('Cache-Control')).toBe('no-store');
  });

  it.each([
    ['a game that does not exist', '/art/cards/2000000001/default-crown-00000000.svg'],
    ['a number that is no id', '/art/cards/9999999999/default-crown-00000000.svg'],
    ['an id with a leading zero', '/art/cards/01/default-crown-00000000.svg'],
    ['a kind that does not exist', '/art/cards/4291/default-throne-00000000.svg'],
    ['a kind of another game', '/art/cards/4291/dota-home-falls-00000000.svg'],
    ['a property of every object', '/art/cards/4291/constructor-00000000.svg'],
    ['something else', '/art/cards/4291/default-crown.svg'],
  ])('does not exist for %s', async (_name, wanted) => {
    const response = await openRoutes().request(wanted);
    expect(response.status).toBe(404);
    expect(response.headers.get('Cache-Control')).toBe('no-store');
  });

  it('is drawn after the icons could not be read once', async () => {
    const { id } = await createGame(database.db);
    const damaged = await mkdtemp(path.join(tmpdir(), 'guildhall-cards-'));
    onTestFinished(() => rm(damaged, { recursive: true }));
    const icons = path.join(damaged, cardIconsFile);
    await writeFile(icons, '{');
    const routes = createCardArtRoutes(database, damaged);
    routes.onError((_error, c) => c.text('Failed.', 500));
    const picture = await crownOf(id);
    expect((await routes.request(picture)).status).toBe(500);
    await copyFile(path.join(folder, cardIconsFile), icons);
    expect((await routes.request(picture)).status).toBe(200);
  });

  it('does not exist before the pictures are drawn', async () => {
    const { id } = await createGame(database.db);
    const routes = createCardArtRoutes(database, path.join(folder, 'nowhere'));
    const response = await routes.request(`/art/cards/${id}/default-crown-00000000.svg`);
    expect(response.status).toBe(404);
  });

  /** The paths of `count` pictures that nobody has requested. */
  async function listNew(count: number): Promise<string[]> {
    const { kinds } = await listCardSet(database, null);
    const perGame = kinds.length;
    const made = Array.from({ length: Math.ceil(count / perGame) }, () => createGame(database.db));
    const paths = (await Promise.all(made)).flatMap(({ id }) =>
      kinds.map((kind) => `/art/cards/${id}/${kind.id}-00000000.svg`),
    );
    return paths.slice(0, count);
  }

  it('is sent although so many are drawn that the cache cannot hold them', async () => {
    const routes = openRoutes({ cacheBytes: 60_000 });
    const responses = await Promise.all((await listNew(24)).map((each) => routes.request(each)));
    expect(responses.map(({ status }) => status)).toEqual(Array(24).fill(200));
  });

  it('does not wait for the many pictures that another IP address requests', async () => {
    const routes = openRoutes();
    const made = Array.from({ length: 46 }, () => createGame(database.db));
    const [own = 0, ...others] = (await Promise.all(made)).map(({ id }) => id);
    const request = (id: number, headers = {}) =>
      routes.request(`/art/cards/${id}/default-crown-00000000.svg`, { headers });
    const query = vi.spyOn(database.db.$client, 'query');
    const crowd = others.map((id) => request(id));
    expect((await request(own, { 'X-Address': '192.0.2.2' })).status).toBe(200);
    // Each picture whose turn it is reads its game first.
    const gamesRead = query.mock.calls.flatMap((call) => (call as unknown[])[1]);
    expect(gamesRead).toContain(own);
    expect(gamesRead.indexOf(own)).toBeLessThan(others.length / 3);
    await Promise.all(crowd);
  });
});
