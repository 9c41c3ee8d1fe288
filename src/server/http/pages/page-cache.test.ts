import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { PageCache } from './page-cache.ts';

const html = (body: string) => new Response(body, { headers: { 'Content-Type': 'text/html' } });

/** A cache with a clock of its own, and `ask`, which answers with the text a browser would show. */
function setUp(maxBytes = 1_000_000) {
  let now = 0;
  const cache = new PageCache({ freshMs: 3_000, staleMs: 60_000, maxBytes, now: () => now });
  const respond = (
    key: string,
    render: () => Promise<Response>,
    headers: Record<string, string> = {},
  ) => cache.respond(key, new Request(`http://localhost/${key}`, { headers }), render);
  return {
    respond,
    invalidate: () => cache.invalidate(),
    ask: async (key: string, render: () => Promise<Response>) =>
      (await respond(key, render)).text(),
    wait(ms: number) {
      now += ms;
    },
  };
}

/** A page whose rendering ends when the test says so. */
function slowPage() {
  const { promise, resolve } = Promise.withResolvers<Response>();
  return { render: vi.fn(() => promise), finish: (body: string) => resolve(html(body)) };
}

test('a fresh page is not rendered again', async () => {
  const { ask, wait } = setUp();
  const render = vi.fn(async () => html('first'));
  expect(await ask('page', render)).toBe('first');
  wait(2_999);
  expect(await ask('page', render)).toBe('first');
  expect(render).toHaveBeenCalledTimes(1);
});

test('a stale page is served at once while a single request renders it again', async () => {
  const { ask, wait } = setUp();
  await ask('page', async () => html('first'));
  wait(3_000);
  const slow = slowPage();
  expect(await Promise.all([ask('page', slow.render), ask('page', slow.render)])).toEqual([
    'first',
    'first',
  ]);
  expect(slow.render).toHaveBeenCalledTimes(1);
  slow.finish('second');
  await expect.poll(() => ask('page', slow.render)).toBe('second');
  expect(slow.render).toHaveBeenCalledTimes(1);
});

test('after an invalidation no page is served whose rendering started before', async () => {
  const { ask, invalidate } = setUp();
  await ask('page', async () => html('old'));
  const slow = slowPage();
  const waiting = ask('other', slow.render);
  invalidate();
  expect(await ask('page', async () => html('new'))).toBe('new');
  expect(await ask('other', async () => html('new'))).toBe('new');
  slow.finish('old');
  expect(await waiting).toBe('old');
  const unused = vi.fn(async () => html('unused'));
  expect([await ask('page', unused), await ask('other', unused)]).toEqual(['new', 'new']);
  expect(unused).not.toHaveBeenCalled();
});

test('a stale page is served for a minute at most if rendering fails', async () => {
  const { ask, wait } = setUp();
  await ask('page', async () => html('first'));
  wait(3_000);
  const broken = vi.fn(() => Promise.reject(new Error('away')));
  expect(await ask('page', broken)).toBe('first');
  wait(57_000);
  await expect(ask('page', broken)).rejects.toThrow('away');
  expect(await ask('page', async () => html('second'))).toBe('second');
});

test('requests for a page that is being rendered share the rendering', async () => {
  const { ask } = setUp();
  const slow = slowPage();
  const answers = [ask('page', slow.render), ask('page', slow.render), ask('page', slow.render)];
  slow.finish('shared');
  expect(await Promise.all(answers)).toEqual(['shared', 'shared', 'shared']);
  expect(slow.render).toHaveBeenCalledTimes(1);
});

test.each([
  ['an error', () => new Response('no', { status: 500 })],
  ['a missing page', () => new Response('no', { status: 404 })],
  ['a redirect', () => new Response('no', { status: 302, headers: { Location: '/' } })],
  ['an answer with a cookie', () => new Response('no', { headers: { 'Set-Cookie': 'a=b' } })],
])('%s is neither cached nor shared', async (_name, make) => {
  const { respond } = setUp();
  const render = vi.fn(async () => make());
  const together = await Promise.all([respond('page', render), respond('page', render)]);
  const later = await respond('page', render);
  expect(render).toHaveBeenCalledTimes(3);
  for (const response of [...together, later]) {
    expect(response.headers.get('ETag')).toBeNull();
    expect(await response.text()).toBe('no');
  }
});

test('the least recently used page is removed first', async () => {
  const { ask } = setUp(5_000);
  const render = vi.fn(async () => html('small'));
  for (const key of ['a', 'b', 'c', 'd', 'a', 'e']) await ask(key, render);
  render.mockClear();
  await ask('a', render);
  expect(render).not.toHaveBeenCalled();
  await ask('b', render);
  expect(render).toHaveBeenCalledTimes(1);
});

test('a page has the same content in every encoding, and Brotli after the second request', async () => {
  const { respond } = setUp();
  const page = 'Gold and games. '.repeat(500);
  const render = vi.fn(async () => html(page));
  const asked = { 'Accept-Encoding': 'gzip, deflate, br' };
  const first = await respond('page', render, asked);
  expect(first.headers.get('Content-Encoding')).toBe('gzip');
  expect(gunzipSync(await first.bytes()).toString()).toBe(page);
  const encoding = async () =>
    (await respond('page', render, asked)).headers.get('Content-Encoding');
  await expect.poll(encoding).toBe('br');
  const better = await respond('page', render, asked);
  expect(brotliDecompressSync(await better.bytes()).toString()).toBe(page);
  const plain = await respond('page', render);
  expect(plain.headers.get('Content-Encoding')).toBeNull();
  expect(await plain.text()).toBe(page);
  expect(better.headers.get('Vary')).toBe('Accept-Encoding, Cookie');
  expect(render).toHaveBeenCalledTimes(1);
});

test('a client with the current page gets 304 until the page changes', async () => {
  const { respond, wait } = setUp();
  const first = await respond('page', async () => html('first'));
  const held = { 'If-None-Match': first.headers.get('ETag') ?? '' };
  wait(60_000);
  const same = await respond('page', async () => html('first'), held);
  expect(same.status).toBe(304);
  expect(same.body).toBeNull();
  wait(60_000);
  const changed = await respond('page', async () => html('second'), held);
  expect(changed.status).toBe(200);
  expect(await changed.text()).toBe('second');
});

test('a caller whose requests wait delays nobody else who requests the same page', async () => {
  const cache = new PageCache({ freshMs: 3_000, staleMs: 60_000, maxBytes: 1_000_000 });
  const render = vi.fn(async () => html('page'));
  const ask = (name: string, enter: <T>(work: () => Promise<T>) => Promise<T>) =>
    cache.respond('page', new Request('http://localhost/'), render, { name, enter });
  const turn = Promise.withResolvers<void>();
  const waiting = ask('crowd', async (work) => {
    await turn.promise;
    return work();
  });
  expect(await (await ask('one', (work) => work())).text()).toBe('page');
  turn.resolve();
  expect(await (await waiting).text()).toBe('page');
  expect(render).toHaveBeenCalledTimes(1);
});

test('requests of one caller for one page take one place in the queue', async () => {
  const cache = new PageCache({ freshMs: 3_000, staleMs: 60_000, maxBytes: 1_000_000 });
  let places = 0;
  const caller = {
    name: 'school',
    enter<T>(work: () => Promise<T>) {
      places += 1;
      return work();
    },
  };
  const ask = () =>
    cache.respond('page', new Request('http://localhost/'), async () => html('page'), caller);
  await Promise.all(Array.from({ length: 30 }, ask));
  expect(places).toBe(1);
});

test('pages beyond those that may wait are compressed better when they are requested later', async () => {
  const { respond } = setUp();
  const keys = Array.from({ length: 120 }, (_, index) => `page-${index}`);
  const encodingOf = async (key: string) => {
    const response = await respond(key, async () => html(`Page ${key}`), {
      'Accept-Encoding': 'br, gzip',
    });
    return response.headers.get('Content-Encoding');
  };
  await Promise.all(keys.map(encodingOf));
  await expect
    .poll(async () => new Set(await Promise.all(keys.map(encodingOf))))
    .toEqual(new Set(['br']));
});
