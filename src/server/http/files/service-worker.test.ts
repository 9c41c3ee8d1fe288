import { createHash } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { useDatabase } from '#test/fixtures/database.ts';
import { createWeb } from '#test/fixtures/web-application.ts';
import { createOfflinePage } from './offline-page.ts';
import script from './service-worker.js?raw';

const database = useDatabase();
const origin = 'https://guild.example';

/** A stored answer, by cache and path. */
type Stores = Map<string, Map<string, unknown>>;

interface Started {
  tabs?: { url: string }[];
  /** What the network answers; null without a network. */
  network?: (url: string, options?: object) => unknown;
  stores?: Stores;
}

/** Runs the service worker. Returns what it listens to, what it shows and opens, and what it stores. */
function start({ tabs = [], network, stores = new Map() }: Started = {}) {
  const handlers = new Map<string, (event: object) => void>();
  const shown: [title: string, options: Record<string, unknown>][] = [];
  const opened: string[] = [];
  const pathOf = (request: string | Request) =>
    new URL(typeof request === 'string' ? request : request.url, origin).pathname;
  const fetched: [path: string, options: unknown][] = [];
  const fetch = async (request: string | Request, options?: object) => {
    fetched.push([pathOf(request), options]);
    if (!network) throw new TypeError('Failed to fetch');
    return network(pathOf(request), options);
  };
  class WorkerRequest extends Request {
    constructor(path: string, options: RequestInit) {
      super(new URL(path, origin), options);
    }
  }
  const caches = {
    async open(name: string) {
      const store = stores.get(name) ?? new Map();
      stores.set(name, store);
      return {
        async addAll(requests: Request[]) {
          for (const request of requests) {
            expect(request.credentials).toBe('omit');
            store.set(pathOf(request), await fetch(request));
          }
        },
        match: async (path: string) => store.get(path),
      };
    },
    keys: async () => [...stores.keys()],
    delete: async (name: string) => stores.delete(name),
  };
  const worker = {
    location: { origin },
    caches,
    addEventListener: (name: string, handler: (event: object) => void) =>
      handlers.set(name, handler),
    skipWaiting: async () => {},
    registration: {
      showNotification: async (title: string, options: Record<string, unknown>) =>
        void shown.push([title, options]),
    },
    clients: {
      claim: async () => {},
      matchAll: async () =>
        tabs.map(({ url }) => ({ url, focus: async () => void opened.push(`tab ${url}`) })),
      openWindow: async (url: string) => void opened.push(url),
    },
  };
  const response = {
    error: () => 'error',
    redirect: (path: string, status: number) => `${status} ${path}`,
  };
  const globals = { self: worker, URL, File, Request: WorkerRequest, Response: response, fetch };
  // A shared picture is dropped after a while.
  runInNewContext(script, { ...globals, setTimeout: () => {} });
  const dispatch = async (name: string, event: object) => {
    const work: Promise<void>[] = [];
    handlers.get(name)?.({ ...event, waitUntil: (one: Promise<void>) => work.push(one) });
    await Promise.all(work);
  };
  return {
    names: [...handlers.keys()],
    shown,
    opened,
    stores,
    fetched,
    dispatch,
    push: (text: string) => dispatch('push', { data: { json: () => JSON.parse(text) } }),
    click: async (path: unknown) => {
      let closed = 0;
      const notification = { close: () => (closed += 1), data: { path } };
      await dispatch('notificationclick', { notification });
      expect(closed).toBe(1);
    },
    /** What it answers; undefined if it leaves the request to the browser. */
    async answer(request: object) {
      let answered: unknown;
      const respondWith = (answer: unknown) => {
        answered = answer;
      };
      handlers.get('fetch')?.({ request, respondWith, waitUntil: () => {} });
      return answered;
    },
    async takePicture() {
      let taken: unknown;
      const port = { postMessage: (file: unknown) => (taken = file) };
      await dispatch('message', { data: 'take-shared-picture', ports: [port] });
      return taken;
    },
  };
}

const page = (path: string, mode = 'navigate', method = 'GET') => ({
  ...{ url: origin + path, mode, method },
});

test('the service worker stores the offline page and its icon as a visitor gets them, and no other', async () => {
  const old: Stores = new Map([['shell-old', new Map([['/profile', 'a page']])]]);
  const network = (path: string) => `content of ${path}`;
  const { dispatch, answer, stores } = start({ network, stores: old });
  await dispatch('install', {});
  await dispatch('activate', {});
  for (const path of ['/', '/profile', '/settings/data', '/offline'])
    expect(await answer(page(path))).toBe(`content of ${path}`);
  expect([...stores]).toEqual([
    [
      'shell-unversioned',
      new Map([
        ['/offline', 'content of /offline'],
        ['/icon-192.png', 'content of /icon-192.png'],
      ]),
    ],
  ]);
});

test('without a network pages are the offline page, and nothing else is answered', async () => {
  const stores: Stores = new Map([
    [
      'shell-unversioned',
      new Map([
        ['/offline', 'offline'],
        ['/icon-192.png', 'icon'],
      ]),
    ],
  ]);
  const { answer } = start({ stores });
  expect(await answer(page('/profile'))).toBe('offline');
  expect(await answer(page('/icon-192.png', 'no-cors'))).toBe('icon');
  expect(await answer(page('/profile.data', 'cors'))).toBeUndefined();
  expect(await answer(page('/logout', 'navigate', 'POST'))).toBeUndefined();
  expect(await answer({ ...page('/x'), url: 'https://other.example/x' })).toBeUndefined();
});

describe('a shared picture', () => {
  const picture = new File(['picture'], 'cat.png', { type: 'image/png' });
  const share = (sent: unknown = picture) => ({
    ...page('/community/camera/share', 'navigate', 'POST'),
    formData: async () => new Map([['picture', sent]]),
  });

  test('waits for the form, which takes it once, and is sent nowhere', async () => {
    const worker = start({ network: () => ({ ok: true }) });
    expect(await worker.answer(share())).toBe('303 /community/camera');
    expect(await worker.takePicture()).toBe(picture);
    expect(await worker.takePicture()).toBeNull();
    expect(worker.fetched).toEqual([['/community/camera/pass', { redirect: 'manual' }]]);
    expect([...worker.stores]).toEqual([]);
  });

  test.each([
    ['a visitor, who is sent to the login', () => ({ ok: false, type: 'opaqueredirect' })],
    ['somebody who may not add pictures', () => ({ ok: false })],
    ['nobody, without a network', undefined],
  ])('is dropped for %s', async (_who, network) => {
    const worker = start({ network });
    expect(await worker.answer(share())).toBe('303 /community/camera');
    expect(await worker.takePicture()).toBeNull();
  });

  test('is dropped when its player logs out', async () => {
    const worker = start({ network: () => ({ ok: true }) });
    await worker.answer(share());
    expect(await worker.answer(page('/logout.data', 'cors', 'POST'))).toBeUndefined();
    expect(await worker.takePicture()).toBeNull();
  });

  test('that is no file is dropped', async () => {
    const worker = start({ network: () => ({ ok: true }) });
    await worker.answer(share('a text'));
    expect(await worker.takePicture()).toBeNull();
  });
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
  const first = start({ tabs: [{ url: `${origin}/` }] });
  await first.click('/community/market/trades');
  expect(first.opened).toEqual([`${origin}/community/market/trades`]);
  const second = start({
    tabs: [{ url: `${origin}/` }, { url: `${origin}/wishlist` }],
  });
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

test('it is served as a script that is checked each time and may load from its site only', async () => {
  const response = await createWeb(database.db).visit().get('/service-worker.js');
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy':
      "default-src 'none'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
  });
  const sent = await response.text();
  expect(sent).toMatch(/const version = '[0-9a-f]{16}';/);
  expect(sent.replace(/'[0-9a-f]{16}'/, "'unversioned'")).toBe(script);
});

test('the offline page has the name of the site as a text, and a version that changes with it', async () => {
  const create = (name: string) => createOfflinePage({ name, accent: { light: '', dark: '' } });
  const [page, other] = [await create('Owls & <b>Foxes</b>'), await create('Owls')];
  expect(page.html).toContain('Owls &amp; &lt;b&gt;Foxes&lt;/b&gt; could not be reached');
  expect(page.version).not.toBe(other.version);
  const css = /<style>([\s\S]*)<\/style>/.exec(page.html)?.[1] ?? '';
  const hash = createHash('sha256').update(css).digest('base64');
  expect(page.policy).toContain(`style-src 'sha256-${hash}'`);
  const served = await createWeb(database.db).visit().get('/offline');
  expect(await served.text()).toContain('Guildhall could not be reached');
  expect(served.headers.get('Set-Cookie')).toBeNull();
});

test('a picture that is shared without a service worker leads to the form', async () => {
  const body = new FormData();
  body.append('picture', new File(['picture'], 'cat.png', { type: 'image/png' }));
  const answer = await createWeb(database.db)
    .visit()
    .send('/community/camera/share', { method: 'POST', body, headers: { Origin: 'null' } });
  expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/community/camera']);
});
