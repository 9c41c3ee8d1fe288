import { afterEach, beforeEach, expect, test } from 'vitest';
import { rawgGame } from '#test/fakes/rawg-games.ts';
import { type RawgServer, startRawgServer } from '#test/fakes/rawg-server.ts';
import { createRawgClient } from './rawg-client.ts';

let server: RawgServer;
beforeEach(async () => {
  server = await startRawgServer();
});
afterEach(() => server.close());

const rawg = () => createRawgClient({ url: server.url, key: server.key });

test('a page of games comes with the total number', async () => {
  const first = await rawg().listGames({ page: 1, pageSize: 40 });
  const second = await rawg().listGames({ page: 2, pageSize: 40 });
  expect(first.total).toBe(46);
  expect([first.games.length, second.games.length]).toEqual([40, 6]);
  expect(new Set([...first.games, ...second.games].map(({ id }) => id)).size).toBe(46);
});

test('a query is sent with the provider’s parameters, always in the same order', async () => {
  await rawg().listGames({ pageSize: 24, page: 3, search: 'a&key=b ü', order: 'rating' });
  await rawg().listGames({
    pageSize: 10,
    page: 1,
    genre: 'indie',
    publisher: 7,
    order: 'released',
  });
  await rawg().listGames({ pageSize: 500, page: 1, developer: 8, order: 'name', search: '' });
  await rawg().listGames({ pageSize: 0, page: 0 });
  expect(server.queries('games')).toEqual([
    'ordering=-rating&page=3&page_size=24&search=a%26key%3Db+%C3%BC',
    'genres=indie&ordering=-released&page=1&page_size=10&publishers=7',
    'developers=8&ordering=name&page=1&page_size=40',
    'page=1&page_size=1',
  ]);
});

test('searches and filters find the right games', async () => {
  const listGames = (question: object) => rawg().listGames({ page: 1, pageSize: 40, ...question });
  const found = await listGames({ search: 'velvet' });
  expect(found.games.map(({ name }) => name.split(' ')[0])).toEqual(Array(6).fill('Velvet'));
  const shooters = await listGames({ genre: 'shooter' });
  expect(shooters.total).toBeGreaterThan(0);
  for (const game of shooters.games) {
    expect(game.genres.map(({ slug }) => slug)).toContain('shooter');
  }
  const named = (await listGames({ order: 'name' })).games.map(({ name }) => name);
  expect(named).toEqual(named.toSorted((a, b) => a.localeCompare(b)));
  expect(await listGames({ search: 'nothing is called so' })).toEqual({ games: [], total: 0 });
});

test('a page beyond the end is empty and has no total', async () => {
  expect(await rawg().listGames({ page: 99, pageSize: 40 })).toEqual({ games: [], total: null });
});

test('a game, a publisher and a developer are read by their ids', async () => {
  const game = await rawg().getGame(3498);
  expect(game).toMatchObject({
    name: 'Grand Theft Auto V',
    released: '2013-09-17',
    description: expect.stringContaining('It has two paragraphs & a half.'),
    website: 'https://games.example/grand-theft-auto-v',
  });
  const { id: publisher = 0 } = game?.publishers[0] ?? {};
  const { id: developer = 0 } = game?.developers[0] ?? {};
  expect(await rawg().getPublisher(publisher)).toMatchObject(game?.publishers[0] ?? {});
  expect((await rawg().getDeveloper(developer))?.description).toMatch(/makes games/);
});

test('an unknown id gives null', async () => {
  expect(await rawg().getGame(1)).toBeNull();
  expect(await rawg().getPublisher(1)).toBeNull();
  expect(await rawg().getDeveloper(1)).toBeNull();
});

test('a game that was merged with another is gone, and one with a new slug is found', async () => {
  const other = await startRawgServer({
    games: [rawgGame({ id: 7, name: 'Whole', slug: 'whole' })],
    merged: { 111: 'whole', 112: 'gone', 113: '../publishers/1', 7: 'whole', 114: '114' },
  });
  try {
    const calling = createRawgClient({ url: other.url, key: other.key });
    expect(await calling.getGame(111)).toBeNull();
    expect(await calling.getGame(112)).toBeNull();
    expect(await calling.getGame(114)).toBeNull();
    expect(await calling.getGame(7)).toMatchObject({ id: 7, name: 'Whole' });
    // A value that is not a slug is not requested.
    await expect(calling.getGame(113)).rejects.toMatchObject({ problem: 'malformed' });
    expect(other.calls()).toBe(9);
  } finally {
    await other.close();
  }
});

test('every game of the provider can be read, with all its unusual forms', async () => {
  const { games } = await rawg().listGames({ page: 1, pageSize: 40 });
  for (const { id, name } of games) {
    const game = await rawg().getGame(id);
    expect(game).toMatchObject({ id, name, description: expect.stringMatching(/half\.$/) });
  }
});

test('a base URL may end in a slash', async () => {
  const slashed = createRawgClient({ url: `${server.url}/`, key: server.key });
  expect(await slashed.getGame(3498)).toMatchObject({ slug: 'grand-theft-auto-v' });
});

test('invalid games are left out, and the log says so', async () => {
  const other = await startRawgServer({
    games: [
      rawgGame({ id: 1, name: 'Good' }),
      rawgGame({ id: 2, name: '' }),
      rawgGame({ id: 2 ** 40, name: 'Too large an id' }),
    ],
  });
  const lines: unknown[] = [];
  const log = { info() {}, error() {}, warn: (details: object) => lines.push(details) };
  try {
    const calling = createRawgClient({ url: other.url, key: other.key, log });
    const { games } = await calling.listGames({ page: 1, pageSize: 40 });
    expect(games.map(({ name }) => name)).toEqual(['Good']);
    expect(lines).toEqual([{ leftOut: 2 }]);
  } finally {
    await other.close();
  }
});
