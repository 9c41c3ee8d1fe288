import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type RawgServer, startRawgServer } from '#test/fakes/rawg-server.ts';
import { createRawg } from './rawg.ts';

let server: RawgServer;
beforeEach(async () => {
  server = await startRawgServer();
});
afterEach(() => server.close());

const rawg = () => createRawg({ url: server.url, key: server.key });

describe('what the source tells', () => {
  test('a page of games, with how many there are in all', async () => {
    const { games, total } = await rawg().listGames({ page: 1, pageSize: 24 });
    expect(games).toHaveLength(24);
    expect(total).toBe(46);
  });
});
