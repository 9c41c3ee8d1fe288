import { Writable } from 'node:stream';
import pino from 'pino';
import { beforeAll, expect, test } from 'vitest';
import { readBundle } from '#catalog/read-bundle.ts';
import { importGames } from '#domain/catalog/games/import-games.ts';
import { readConfig } from '#server/config/config.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createClock } from '#test/fixtures/factories.ts';
import { createRawgVisitor } from '#test/fixtures/rawg-visitor.ts';
import type { ServicesOverrides } from '#test/fixtures/web-application.ts';

const database = useDatabase();
const origin = 'http://localhost:3000';
const open = (overrides: ServicesOverrides = {}) => createRawgVisitor(database.db, overrides);

beforeAll(async () => {
  const clock = createClock();
  const folders = { catalogDirectory: 'catalog', artDirectory: 'public/art' };
  await importGames({ db: database.db, clock }, await readBundle(folders));
});

test('a key parameter is ignored and never logged', async () => {
  let lines = '';
  const log = pino(
    { level: 'trace' },
    new Writable({
      write(chunk, _encoding, done) {
        lines += String(chunk);
        done();
      },
    }),
  );
  const { get } = open({ log });
  for (const path of ['games', 'games/3498', 'publishers/valve', 'games/none', 'games?page=x']) {
    const secret = `${path}${path.includes('?') ? '&' : '?'}key=very-secret`;
    expect((await get(`/api/${secret}`)).status).toBe((await get(`/api/${path}`)).status);
  }
  expect(lines).toContain('/api/games/3498');
  expect(lines).not.toContain('very-secret');
});

test('a response can be cached for a minute, and pages of CORS_ORIGINS can read it', async () => {
  const friend = 'https://friend.example';
  const { get, head, post } = open({
    config: readConfig({ CORS_ORIGINS: friend, ORIGIN: origin }),
  });
  const plain = await get('/api/games');
  const read = await get('/api/games', { Origin: friend });
  const foreign = await get('/api/games', { Origin: 'https://other.example' });
  const missing = await get('/api/games/none', { Origin: friend });
  const allowed = [plain, read, foreign, missing].map((response) =>
    response.headers.get('Access-Control-Allow-Origin'),
  );
  expect(allowed).toEqual([null, friend, null, friend]);
  expect(read.headers.get('Access-Control-Allow-Credentials')).toBeNull();
  expect(plain.headers.get('Cache-Control')).toBe('public, max-age=60');
  expect(plain.headers.get('Vary')).toBe('Accept-Encoding, Origin');
  expect(missing.headers.get('Cache-Control')).toBe('no-store');
  const tag = plain.headers.get('ETag') ?? '';
  expect((await get('/api/games', { 'If-None-Match': tag })).status).toBe(304);
  expect([(await head('/api/games')).status, await (await head('/api/games')).text()]).toEqual([
    200,
    '',
  ]);
  const written = await post('/api/games', {});
  expect([written.status, written.headers.get('Allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
});

test('without ORIGIN a response uses the requested host and is not cached publicly', async () => {
  const { get } = open();
  const response = await get('/api/games');
  expect(response.headers.get('Cache-Control')).toBe('private, max-age=60');
  const named = open({ config: readConfig({ ORIGIN: 'https://guild.example' }) });
  const list = await named.list('page_size=1');
  expect(list.next).toBe('https://guild.example/api/games?page=2&page_size=1');
  expect(JSON.stringify(list.results)).toContain(
    '"background_image":"https://guild.example/pictures/',
  );
});
