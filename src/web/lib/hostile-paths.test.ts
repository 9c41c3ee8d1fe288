import { beforeAll, expect, test } from 'vitest';
import { useDatabase } from '#test/fixtures/database.ts';
import { playerScene } from '#test/fixtures/player.ts';
import routes from '../routes.ts';

const database = useDatabase();
const site = 'http://localhost:3000';

/** Segments as an attacker encodes them in a link. */
const hostile = [
  '..%2F%09%2Fevil.example',
  '%2F%09%2Fevil.example',
  '%2F%2Fevil.example',
  '..%2F..%2F%2Fevil.example',
  '%5C%5Cevil.example',
  '%2e%2e%2f%2fevil.example',
  '%2E%2E%5C%5Cevil.example',
  'https%3A%2F%2Fevil.example',
  'javascript%3Aalert(1)',
  '%40evil.example',
  '%00',
  'a%00b',
  '%0d%0aLocation%3A%20https%3A%2F%2Fevil.example',
  '%0aevil',
  '%09',
  '%20',
  '%F0%9F%98%80',
  '%E2%80%AE',
  '%EF%BF%BD',
  // A lone surrogate, as no text has it, and bytes that are none.
  '%ED%A0%80',
  '%FF',
  '%',
  '%25252f',
  '%3Fnext%3D%2F%2Fevil.example',
  '%23',
  '-1',
  '0',
  '9999999999999999999999',
  'null',
  '__proto__',
  'constructor',
  'a'.repeat(4_000),
  '%F0%9F%98%80'.repeat(300),
  "'%3B%20drop%20table%20users",
];

/** Queries are read by the same few schemas: some of each kind will do. */
const hostileInQueries = [
  '%2F%09%2Fevil.example',
  '%00',
  '%0d%0aevil',
  '%F0%9F%98%80',
  '%ED%A0%80',
  '-1',
];

const queries = ['next', 'back', 'page', 'item', 'comment', 'by', 'game', 'order', 'q', 'genre'];

interface Entry {
  path?: string;
  children?: Entry[];
}

function pathsOf(entries: Entry[], parent = ''): string[] {
  return entries.flatMap((entry) => {
    const path = [parent, entry.path].filter(Boolean).join('/');
    return [path, ...pathsOf(entry.children ?? [], path)];
  });
}

const all = [...new Set(pathsOf(routes as Entry[]))];
const isParameter = (segment: string) => segment === '*' || segment.startsWith(':');
const withParameters = all.filter((path) => path.split('/').some(isParameter));

type Scene = Awaited<ReturnType<typeof playerScene>>;
let scene: Scene;

beforeAll(async () => {
  scene = await playerScene(database.db);
});

/** Addresses of a route with `segment` in all of its parameters, and in one of them beside a real name. */
function addressesOf(path: string, segment: string, name: string): string[] {
  const parts = path.split('/');
  const places = parts.flatMap((part, index) => (isParameter(part) ? [index] : []));
  const filled = (hostileAt: (index: number) => boolean) =>
    `/${parts.map((part, at) => (isParameter(part) ? (hostileAt(at) ? segment : name) : part)).join('/')}`;
  return [filled(() => true), ...places.map((place) => filled((at) => at === place))];
}

/** What is wrong with an answer, in words; null for nothing. */
async function faultOf(asked: string, response: Response): Promise<string | null> {
  if (response.status >= 500) return `${asked} answers ${response.status}`;
  const leads = [response.headers.get('Location'), await redirectInData(response)];
  const away = leads.find((to) => to !== null && new URL(to, site + asked).origin !== site);
  return away ? `${asked} leads to ${away}` : null;
}

/** Where an answer to a page's script leads: it follows what stands after this name. */
async function redirectInData(response: Response): Promise<string | null> {
  const text = await response.text();
  if (response.status !== 202) return null;
  const values: unknown = JSON.parse(text.split('\n')[0] ?? '[]');
  if (!Array.isArray(values)) return null;
  const to: unknown = values[values.indexOf('redirect') + 1];
  return typeof to === 'string' ? to : null;
}

test('There are routes with parameters to try', () => {
  expect(withParameters).toContain('profile/:username/inventory/duplicates');
  expect(withParameters.length).toBeGreaterThan(12);
});

test.each(withParameters)(
  '%s stays on the site, and up, for hostile segments',
  async (path) => {
    const faults: (string | null)[] = [];
    for (const segment of hostile) {
      for (const address of new Set(addressesOf(path, segment, scene.actor.username))) {
        for (const reader of [scene.web.visit(), scene.player]) {
          faults.push(await faultOf(address, await reader.get(address)));
          faults.push(await faultOf(address, await reader.get(`${address}.data`)));
          const form = { intent: 'add', back: '/\t/evil.example', next: '//evil.example' };
          faults.push(await faultOf(address, await reader.post(address, form)));
        }
      }
    }
    expect(faults.filter(Boolean)).toEqual([]);
  },
  120_000,
);

test.each(all)(
  '/%s stays on the site, and up, for hostile queries',
  async (path) => {
    const { username } = scene.actor;
    const address = `/${path
      .split('/')
      .map((part) => (isParameter(part) ? username : part))
      .join('/')}`;
    const faults: (string | null)[] = [];
    for (const segment of hostileInQueries) {
      const asked = `${address}?${queries.map((name) => `${name}=${segment}`).join('&')}`.slice(
        0,
        8_000,
      );
      for (const reader of [scene.web.visit(), scene.player]) {
        // A route that logs out would end the session of those that follow.
        if (path === 'logout') continue;
        faults.push(await faultOf(asked, await reader.get(asked)));
      }
    }
    expect(faults.filter(Boolean)).toEqual([]);
  },
  120_000,
);
