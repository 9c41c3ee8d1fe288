import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { useDatabase } from '#test/fixtures/database.ts';
import { createWeb } from '#test/fixtures/web-application.ts';
import script from './service-worker.js?raw';

const database = useDatabase();
const origin = 'https://guild.example';

/** Runs the service worker. Returns what it listens to, and what it shows and opens. */
function start(tabs: { url: string }[] = []) {
  const handlers = new Map<string, (event: object) => void>();
  const shown: [title: string, options: Record<string, unknown>][] = [];
  const opened: string[] = [];
  const worker = {
    location: { origin },
    addEventListener: (name: string, handler: (event: object) => void) =>
      handlers.set(name, handler),
    registration: {
      showNotification: async (title: string, options: Record<string, unknown>) =>
        void shown.push([title, options]),
    },
    clients: {
      matchAll: async () =>
        tabs.map(({ url }) => ({ url, focus: async () => void opened.push(`tab ${url}`) })),
      openWindow: async (url: string) => void opened.push(url),
    },
  };
  runInNewContext(script, { self: worker, URL });
  const dispatch = async (name: string, event: object) => {
    const work: Promise<void>[] = [];
    handlers.get(name)?.({ ...event, waitUntil: (one: Promise<void>) => work.push(one) });
    await Promise.all(work);
  };
  return {
    names: [...handlers.keys()],
    shown,
    opened,
    push: (text: string) => dispatch('push', { data: { json: () => JSON.parse(text) } }),
    click: async (path: unknown) => {
      let closed = 0;
      const notification = { close: () => (closed += 1), data: { path } };
      await dispatch('notificationclick', { notification });
      expect(closed).toBe(1);
    },
  };
}

test('the service worker listens to pushes and clicks only, so it answers no request', () => {
  expect(start().names).toEqual(['push', 'notificationclick']);
});

test('a push is shown with its title, and replaces the one of the same kind', async () => {
  const { push, shown } = start();
  const sent = { kind: 'trade-offer', title: 'A trade offer', body: 'Open it.', path: '/wishlist' };
  await push(JSON.stringify(sent));
  expect(shown).toEqual([
    [
      'A trade offer',
      { body: 'Open it.', icon: '/icon-192.png', tag: 'trade-offer', data: { path: '/wishlist' } },
    ],
  ]);
});

test.each(['not JSON', 'null', '[]', '{}', '{"title":5,"body":{},"kind":null,"path":[]}'])(
  'the push %j is shown without its content',
  async (text) => {
    const { push, shown } = start();
    await push(text);
    expect(shown).toMatchObject([['Guildhall', { body: 'Something is new.' }]]);
  },
);

test('a click opens the page in a new tab, or shows the tab that has it', async () => {
  const first = start([{ url: `${origin}/` }]);
  await first.click('/community/market/trades');
  expect(first.opened).toEqual([`${origin}/community/market/trades`]);
  const second = start([{ url: `${origin}/` }, { url: `${origin}/wishlist` }]);
  await second.click('/wishlist');
  expect(second.opened).toEqual([`tab ${origin}/wishlist`]);
});

test.each([
  ...['https://evil.example/', '//evil.example/a', '/\\evil.example', '\\\\evil.example'],
  ...['javascript:alert(1)', '/\t/evil.example', 'evil.example', '', 5, null, undefined],
])('a click on %j opens the notifications instead of a foreign page', async (path) => {
  const { click, opened } = start();
  await click(path);
  expect(opened).toEqual([`${origin}/profile/notification`]);
});

test('it is served as a script that is checked each time and may load nothing', async () => {
  const response = await createWeb(database.db).visit().get('/service-worker.js');
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy':
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
  });
  expect(await response.text()).toBe(script);
});
