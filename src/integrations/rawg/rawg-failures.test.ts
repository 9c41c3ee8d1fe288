import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CatalogProviderError } from '#shared/errors/catalog-provider-error.ts';
import { type RawgServer, startRawgServer } from '#test/fakes/rawg-server.ts';
import { createRawg } from './rawg-client.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const page = { page: 1, pageSize: 24 };

let server: RawgServer;
let lines: unknown[];
beforeEach(async () => {
  server = await startRawgServer();
  lines = [];
});
afterEach(() => server.close());

function rawg(options: { tryMs?: number; callMs?: number; url?: string; key?: string } = {}) {
  const write = (...line: unknown[]) => lines.push(line);
  return createRawg({
    url: server.url,
    key: server.key,
    log: { info: write, warn: write, error: write },
    repeatDelayMs: 1,
    now: () => now,
    ...options,
  });
}

/** The failure that a call ends in; neither it nor the log may hold the key. */
async function failureOf(call: Promise<unknown>): Promise<CatalogProviderError> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof CatalogProviderError)) throw new Error('It did not fail as it should.');
  expect(inspect([error, lines], { depth: null, showHidden: true })).not.toContain(server.key);
  return error;
}

describe('what may go better is tried three times in all', () => {
  test.each([
    [{ status: 500 }],
    [{ status: 502, body: '<html>' }],
    ['cut'],
    [{ slow: 60_000 }],
  ] as const)('%j', async (fault) => {
    server.fault(fault);
    const failure = await failureOf(rawg({ tryMs: 300 }).getGame(3498));
    expect(failure.trouble).toBe('unavailable');
    expect(server.calls()).toBe(3);
    expect(lines).toHaveLength(2);
  });

  test.each([[{ status: 503 }], ['cut'], [{ slow: 60_000 }]] as const)(
    'and answers once %j has passed',
    async (fault) => {
      server.fault(fault, { times: 1 });
      const asking = rawg({ tryMs: 1_000 });
      expect((await asking.listGames(page)).games).toHaveLength(24);
      expect(server.calls('games')).toBe(2);
    },
  );

  test('a source that nobody reaches', async () => {
    const away = await startRawgServer();
    await away.close();
    const failure = await failureOf(rawg({ url: away.url }).getGame(3498));
    expect(failure.trouble).toBe('unavailable');
    expect(failure.message).toBe('games/3498: ECONNREFUSED');
  });

  test('but not beyond the time for the whole call', async () => {
    server.fault({ slow: 60_000 });
    const failure = await failureOf(rawg({ tryMs: 60_000, callMs: 100 }).getGame(3498));
    expect(failure.trouble).toBe('unavailable');
    expect(server.calls()).toBeLessThanOrEqual(1);
  });
});

describe('what would not go better is tried once', () => {
  test.each([
    ['limited', { status: 429 }],
    ['refused', { status: 401 }],
    ['refused', { status: 403, body: '<html>' }],
    ['limited', { status: 401, body: '{"error":"The monthly API limit reached"}' }],
    ['unavailable', { status: 503, retryAfter: '30' }],
    ['malformed', { status: 400 }],
    ['malformed', 'html'],
    ['malformed', 'garbage'],
    ['malformed', 'endless'],
    ['malformed', { answer: 'null' }],
    ['malformed', { answer: '[]' }],
    ['malformed', { answer: '{"id": 3498}' }],
    ['malformed', { answer: '{"id": 5, "name": "Another", "slug": "another"}' }],
  ] as const)('%s: %j', async (trouble, fault) => {
    server.fault(fault);
    expect((await failureOf(rawg().getGame(3498))).trouble).toBe(trouble);
    expect(server.calls()).toBe(1);
    expect((await failureOf(rawg().listGames(page))).trouble).toBe(trouble);
    expect(server.calls()).toBe(2);
  });

  test('a wrong key is refused', async () => {
    expect((await failureOf(rawg({ key: 'wrong' }).getGame(3498))).trouble).toBe('refused');
  });
});

describe('a limited source says when to ask again', () => {
  test.each([
    ['120', 120_000],
    ['0', 0],
    ['Fri, 20 Nov 2026 12:02:00 GMT', 120_000],
    ['Fri, 20 Nov 2026 11:00:00 GMT', 0],
    ['Sun, 20 Nov 2078 12:00:00 GMT', 86_400_000],
    ['99999999999', 86_400_000],
    ['-5', null],
    ['1.5', null],
    ['soon', null],
    [undefined, null],
  ])('%j', async (retryAfter, ms) => {
    server.fault({ status: 429, ...(retryAfter === undefined ? {} : { retryAfter }) });
    expect(await failureOf(rawg().listGames(page))).toMatchObject({
      trouble: 'limited',
      retryAfterMs: ms,
    });
  });
});

describe('404', () => {
  test('in the words of the source means that there is no such game', async () => {
    server.fault({ status: 404, body: '{"detail":"Not found."}' });
    expect(await rawg().getGame(3498)).toBeNull();
    expect(await rawg().listGames(page)).toEqual({ games: [], total: 0 });
  });

  test('of something else than the source means nothing, but for a page beyond the end', async () => {
    server.fault({ status: 404, body: '<html>nginx</html>' });
    expect((await failureOf(rawg().getGame(3498))).trouble).toBe('malformed');
    expect((await failureOf(rawg().listGames(page))).trouble).toBe('malformed');
    expect(await rawg().listGames({ ...page, page: 9 })).toEqual({ games: [], total: null });
  });
});

describe('redirects', () => {
  test('within the origin are followed, twice at most, with the key', async () => {
    server.fault({ redirect: '/api/games/3498?moved=1' }, { times: 2 });
    expect(await rawg().getGame(3498)).toMatchObject({ id: 3498 });
    expect(server.asked()).toEqual(['', 'moved=1', 'moved=1']);
    server.fault({ redirect: '/api/games/3498' });
    expect((await failureOf(rawg().getGame(3498))).trouble).toBe('malformed');
    expect(server.calls()).toBe(6);
  });

  test('to another origin are not followed, so that nobody else gets the key', async () => {
    const thief = await startRawgServer();
    try {
      for (const redirect of [
        `${thief.url}/games/3498`,
        thief.url.replace('http://127.0.0.1', '//user@127.0.0.1'),
        thief.url.replace('127.0.0.1', 'localhost'),
        server.url.replace('http:', 'https:'),
      ]) {
        server.fault({ redirect });
        expect((await failureOf(rawg().getGame(3498))).trouble).toBe('malformed');
      }
      expect(thief.calls()).toBe(0);
    } finally {
      await thief.close();
    }
  });
});
