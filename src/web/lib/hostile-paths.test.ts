import { beforeAll, expect, test } from 'vitest';
import { withNightly } from '#test/config/nightly.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createLoggedInPlayer } from '#test/fixtures/logged-in-player.ts';
import { routePaths } from '#test/fixtures/route-paths.ts';

const database = useDatabase();
const site = 'http://localhost:3000';

/** One path segment of each kind, as an attacker could encode it in a link. They are sent to every route. */
const oneOfEachKind = [
  '..%2F%09%2Fevil.example',
  '%00',
  '%0d%0aLocation%3A%20https%3A%2F%2Fevil.example',
  // A lone surrogate.
  '%ED%A0%80',
  '9999999999999999999999',
  '__proto__',
  'a'.repeat(4_000),
];

/**
 * More of the same kinds. `npm test` sends them to the routes that read their parameters in different ways, without
 * pages: the request for data and the form sent by script run the same loaders and actions.
 */
const moreSegments = [
  '%2F%09%2Fevil.example',
  '%2F%2Fevil.example',
  '..%2F..%2F%2Fevil.example',
  '%5C%5Cevil.example',
  '%2e%2e%2f%2fevil.example',
  '%2E%2E%5C%5Cevil.example',
  'https%3A%2F%2Fevil.example',
  'javascript%3Aalert(1)',
  '%40evil.example',
  'a%00b',
  '%0aevil',
  '%09',
  '%20',
  '%F0%9F%98%80',
  '%E2%80%AE',
  '%EF%BF%BD',
  // Bytes that are not valid UTF-8.
  '%FF',
  '%',
  '%25252f',
  '%3Fnext%3D%2F%2Fevil.example',
  '%23',
  '-1',
  '0',
  'null',
  'constructor',
  '%F0%9F%98%80'.repeat(300),
  "'%3B%20drop%20table%20users",
];

/**
 * Routes with a redirect to another path of the parameter, a name, a number, an id of the catalog, a UUID, two
 * names, or the rest of the path.
 */
const differentRoutes = [
  'profile/:username/inventory/duplicates',
  'profile/:username',
  'game-info/:gameId',
  'community/market/cards/:kindId',
  'community/discussions/:discussionId',
  'chat/:username/:friendName',
  '*',
];

/** How a path is asked for: as a page, as its data, with a form, or with a form that a script sends. */
type Way = 'page' | 'data' | 'form' | 'form by script';

/** A visitor's forms lead to the login, so they render no page. */
const waysOfVisitors: Way[] = ['page', 'data', 'form'];
/** The same loaders and actions as those of pages; where there is data, the page is asked for, too. */
const waysOfScripts: Way[] = ['data', 'form by script'];
const waysOfPlayers: Way[] = withNightly(waysOfScripts, ['page', 'form']);

/** Each segment for a route, with the ways in which visitors and players send it. */
function segmentsFor(path: string): { segment: string; ways: { visitor: Way[]; player: Way[] } }[] {
  const inAllWays = withNightly(oneOfEachKind, moreSegments);
  const further = differentRoutes.includes(path)
    ? moreSegments.filter((segment) => !inAllWays.includes(segment))
    : [];
  return [
    ...inAllWays.map((segment) => ({
      segment,
      ways: { visitor: waysOfVisitors, player: waysOfPlayers },
    })),
    ...further.map((segment) => ({
      segment,
      ways: { visitor: waysOfScripts, player: waysOfScripts },
    })),
  ];
}

/**
 * All queries are validated by the same few schemas, so a few examples suffice: one for pages, the others for their
 * data.
 */
const hostileInQueries = withNightly<{ segment: string; way: Way }>(
  [
    { segment: '%2F%09%2Fevil.example', way: 'page' },
    { segment: '%00', way: 'data' },
    { segment: '%ED%A0%80', way: 'data' },
  ],
  ['%00', '%ED%A0%80', '%0d%0aevil', '%F0%9F%98%80', '-1'].map((segment) => ({
    segment,
    way: 'page' as const,
  })),
);

const queryNames = [
  ...['next', 'back', 'page', 'item', 'comment', 'by', 'game', 'order', 'q', 'genre'],
  ...['with', 'answer', 'from', 'give', 'get', 'q1', 'p2', 'accept', 'ask', 'list', 'shown'],
  ...['seller', 'rarity', 'min', 'max', 'missing', 'range', 'since', 'who', 'intent'],
  ...['of', 'cards', 'suggested', 'state', 'remove'],
];

const isParameter = (segment: string) => segment === '*' || segment.startsWith(':');
const pathsWithParameters = routePaths.filter((path) => path.split('/').some(isParameter));

type Fixture = Awaited<ReturnType<typeof createLoggedInPlayer>>;
let fixture: Fixture;

beforeAll(async () => {
  fixture = await createLoggedInPlayer(database.db);
});

/** Builds paths with `segment` in all parameters, and in one parameter with `name` in the others. */
function hostilePathsOf(path: string, segment: string, name: string): string[] {
  const parts = path.split('/');
  const parameterIndexes = parts.flatMap((part, index) => (isParameter(part) ? [index] : []));
  const fillIn = (hostileAt: (index: number) => boolean) =>
    `/${parts.map((part, index) => (isParameter(part) ? (hostileAt(index) ? segment : name) : part)).join('/')}`;
  return [
    fillIn(() => true),
    ...parameterIndexes.map((hostileIndex) => fillIn((index) => index === hostileIndex)),
  ];
}

/** Describes what is wrong with an answer; null when it is as it should be. */
async function describeError(requested: string, response: Response): Promise<string | null> {
  if (response.status >= 500) return `${requested} answers ${response.status}`;
  const targets = [response.headers.get('Location'), await redirectInData(response)];
  const foreign = targets.find(
    (to) => to !== null && new URL(to, site + requested).origin !== site,
  );
  return foreign ? `${requested} leads to ${foreign}` : null;
}

/** Reads the redirect in an answer to a data request: the value after the name `redirect`. */
async function redirectInData(response: Response): Promise<string | null> {
  const text = await response.text();
  if (response.status !== 202) return null;
  const values: unknown = JSON.parse(text.split('\n')[0] ?? '[]');
  if (!Array.isArray(values)) return null;
  const to: unknown = values[values.indexOf('redirect') + 1];
  return typeof to === 'string' ? to : null;
}

test('the route table has routes with parameters', () => {
  expect(pathsWithParameters).toEqual(expect.arrayContaining(differentRoutes));
  expect(pathsWithParameters.length).toBeGreaterThan(12);
});

test.each(pathsWithParameters)(
  '%s neither fails nor redirects to another site for hostile path segments',
  async (path) => {
    const form = { intent: 'add', back: '/\t/evil.example', next: '//evil.example' };
    const errors: (string | null)[] = [];
    for (const { segment, ways } of segmentsFor(path)) {
      for (const hostilePath of new Set(hostilePathsOf(path, segment, fixture.actor.username))) {
        for (const name of ['visitor', 'player'] as const) {
          const reader = name === 'player' ? fixture.player : fixture.web.visit();
          const ask = {
            page: () => reader.get(hostilePath),
            data: () => reader.get(`${hostilePath}.data`),
            form: () => reader.post(hostilePath, form),
            'form by script': () => reader.post(`${hostilePath}.data`, form),
          };
          for (const way of ways[name]) {
            const response = await ask[way]();
            errors.push(await describeError(hostilePath, response));
            // A page whose loader rejects the segment is the same error page for everyone.
            if (way === 'data' && response.status === 200 && !ways[name].includes('page'))
              errors.push(await describeError(hostilePath, await ask.page()));
          }
        }
      }
    }
    expect(errors.filter(Boolean)).toEqual([]);
  },
);

test('a redirect keeps a hostile name as one segment of its path', async () => {
  const name = encodeURIComponent('../../add-money?amount=1#top');
  const own = fixture.actor.username;
  for (const [path, to] of [
    [`/chat/somebody/${name}`, `/chat/${own}/${name}`],
    [`/chat/${name}/${own}`, `/chat/${own}/${name}`],
    [`/profile/${name}/inventory/duplicates`, `/profile/${name}/inventory`],
  ] as const) {
    const response = await fixture.player.get(path);
    expect([path, response.headers.get('Location')]).toEqual([path, to]);
  }
});

test.each(routePaths)(
  '/%s neither fails nor redirects to another site for hostile queries',
  async (path) => {
    const { username } = fixture.actor;
    const filledPath = `/${path
      .split('/')
      .map((part) => (isParameter(part) ? username : part))
      .join('/')}`;
    const dataPath = path === '' ? '/_.data' : `${filledPath}.data`;
    const errors: (string | null)[] = [];
    for (const { segment, way } of hostileInQueries) {
      const query = queryNames.map((name) => `${name}=${segment}`).join('&');
      const requestPath = `${way === 'data' ? dataPath : filledPath}?${query}`.slice(0, 8_000);
      for (const reader of [fixture.web.visit(), fixture.player]) {
        // A logout would end the session that the following requests need.
        if (path === 'logout') continue;
        errors.push(await describeError(requestPath, await reader.get(requestPath)));
      }
    }
    expect(errors.filter(Boolean)).toEqual([]);
  },
);
