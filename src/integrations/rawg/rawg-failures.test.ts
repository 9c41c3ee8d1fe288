import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CatalogProviderError } from '#shared/errors/catalog-provider-error.ts';
import { type RawgServer, startRawgServer } from '#test/fakes/rawg-server.ts';
import { createRawgClient } from './rawg-client.ts';

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
  return createRawgClient({
    url: server.url,
    key: server.key,
    log: { info: write, warn: write, error: write },
    repeatDelayMs: 1,
    now: () => now,
    ...options,
  });
}

/** The error of a call. Neither the error nor the log may contain the key. */
async function failureOf(call: Promise<unknown>): Promise<CatalogProviderError> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof CatalogProviderError)) throw new Error('It did not fail as it should.');
  expect(inspect([error, lines], { depth: null, showHidden: true })).not.toContain(server.key);
  return error;
}

describe('a temporary failure is tried three times in all', () => {
  test.each([
    [{ status: 500 }],
    [{ status: 502, body: '<html>' }],
    ['cut'],
    [{ slow: 60_000 }],
  ] as const)('%j', async (badAnswer) => {
    server.failNext(badAnswer);
    const failure = await failureOf(rawg({ tryMs: 300 }).getGame(3498));
    expect(failure.problem).toBe('unavailable');
    expect(server.calls()).toBe(3);
    expect(lines).toHaveLength(2);
  });

  test.each([[{ status: 503 }], ['cut'], [{ slow: 60_000 }]] as const)(
    'and succeeds once %j is over',
    async (badAnswer) => {
      server.failNext(badAnswer, { times: 1 });
      const calling = rawg({ tryMs: 1_000 });
      expect((await calling.listGames(page)).games).toHaveLength(24);
      expect(server.calls('games')).toBe(2);
    },
  );

  test('a provider that cannot be reached', async () => {
    const away = await startRawgServer();
    await away.close();
    const failure = await failureOf(rawg({ url: away.url }).getGame(3498));
    expect(failure.problem).toBe('unavailable');
    expect(failure.message).toBe('games/3498: ECONNREFUSED');
  });

  test('but not beyond the time limit of the whole call', async () => {
    server.failNext({ slow: 60_000 });
    const failure = await failureOf(rawg({ tryMs: 60_000, callMs: 100 }).getGame(3498));
    expect(failure.problem).toBe('unavailable');
    expect(server.calls()).toBeLessThanOrEqual(1);
  });
});

describe('a permanent failure is tried once', () => {
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
  ] as const)('%s: %j', async (problem, badAnswer) => {
    server.failNext(badAnswer);
    expect((await failureOf(rawg().getGame(3498))).problem).toBe(problem);
    expect(server.calls()).toBe(1);
    expect((await failureOf(rawg().listGames(page))).problem).toBe(problem);
    expect(server.calls()).toBe(2);
  });

  test('a wrong key is rejected', async () => {
    expect((await failureOf(rawg({ key: 'wrong' }).getGame(3498))).problem).toBe('refused');
  });
});

describe('a limited provider names the time of the next attempt', () => {
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
    server.failNext({ status: 429, ...(retryAfter === undefined ? {} : { retryAfter }) });
    expect(await failureOf(rawg().listGames(page))).toMatchObject({
      problem: 'limited',
      retryAfterMs: ms,
    });
  });
});

describe('404', () => {
  test('in the words of the provider means that there is no such game', async () => {
    server.failNext({ status: 404, body: '{"detail":"Not found."}' });
    expect(await rawg().getGame(3498)).toBeNull();
    expect(await rawg().listGames(page)).toEqual({ games: [], total: 0 });
  });

  test('from anything else than the provider means nothing, except for a page beyond the end', async () => {
    server.failNext({ status: 404, body: '<html>nginx</html>' });
    expect((await failureOf(rawg().getGame(3498))).problem).toBe('malformed');
    expect((await failureOf(rawg().listGames(page))).problem).toBe('malformed');
    expect(await rawg().listGames({ ...page, page: 9 })).toEqual({ games: [], total: null });
  });
});

describe('redirects', () => {
  test('within the origin are followed, at most twice, with the key', async () => {
    server.failNext({ redirect: '/api/games/3498?moved=1' }, { times: 2 });
    expect(await rawg().getGame(3498)).toMatchObject({ id: 3498 });
    expect(server.queries()).toEqual(['', 'moved=1', 'moved=1']);
    server.failNext({ redirect: '/api/games/3498' });
    expect((await failureOf(rawg().getGame(3498))).problem).toBe('malformed');
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
        server.failNext({ redirect });
        expect((await failureOf(rawg().getGame(3498))).problem).toBe('malformed');
      }
      expect(thief.calls()).toBe(0);
    } finally {
      await thief.close();
    }
  });
});
