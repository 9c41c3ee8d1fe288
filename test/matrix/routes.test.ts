import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { useDatabase } from '../fixtures/database.ts';
import { textOf } from '../fixtures/web-application.ts';
import {
  createMatrixFixture,
  findRevealed,
  isShown,
  type MatrixFixture,
  type MatrixRole,
  type Owner,
  roles,
} from './matrix-fixture.ts';
import { createSiteGame, createThings, type OwnersThings } from './owners-things.ts';
import { routeRows } from './route-rows.ts';
import { listRoutes } from './route-table.ts';

const database = useDatabase();
let fixture: MatrixFixture;

let things: Map<Owner, OwnersThings>;
let siteGame: Awaited<ReturnType<typeof createSiteGame>>;

beforeAll(async () => {
  fixture = await createMatrixFixture(database.db);
  siteGame = await createSiteGame(fixture);
  things = new Map();
  for (const owner of fixture.owners) things.set(owner, await createThings(fixture, owner));
});

/** Pages that list several accounts, so that a text on them belongs to no certain one. */
const listsOfPeople = ['/community/social', '/admin/people', '/messages'];

function toQuery(path: string, owner: Owner): string {
  const { actor } = owner;
  if (path === '/moderation/hide') {
    return `?kind=discussion&thing=${things.get(owner)?.discussionId}`;
  }
  if (path === '/report') return `?kind=profile&thing=${actor.username}`;
  return path === '/community/market/trades/new' ? `?with=${actor.username}` : '';
}

/** Trades are possible between friends only. */
const ofFriends = ['/community/market/trades'];

/** The URL of a route about an owner, for a reader. */
function fillIn(path: string, owner: Owner, role: MatrixRole): string {
  const me = fixture.actors[role]?.username ?? 'nobody';
  const { username } = owner.actor;
  const isOfSite = path.startsWith('/admin') && !path.startsWith('/admin/games/all');
  const values: Record<string, string> = {
    username: path.includes(':friendName') ? me : username,
    friendName: username,
    gameId: String(isOfSite ? siteGame.gameId : owner.ownedGameId),
    id: String(path.startsWith('/developer') ? siteGame.developerId : siteGame.publisherId),
    kindId: 'default-crown',
    file: 'games.json',
    batchId: randomUUID(),
    groupId: randomUUID(),
    keyId: 'f'.repeat(24),
    slug: 'no-such-role',
    ...things.get(owner),
  };
  const url = path.replace(/:(\w+)/g, (_, name) => {
    const value = values[name];
    if (!value) throw new Error(`There is no ${name} for ${path}.`);
    return value;
  });
  return `${url.replace('*', 'missing')}${toQuery(path, owner)}`;
}

function toCell({ status, headers }: Response): string {
  if (status === 200) return 'ok';
  if (status >= 400) return String(status);
  return headers.get('Location')?.startsWith('/login') ? 'login' : 'away';
}

test('every route has a row, and every row a route', () => {
  const paths = listRoutes().map(({ path }) => path);
  expect(routeRows.map(({ path }) => path).toSorted()).toEqual([...new Set(paths)].toSorted());
});

describe.each(routeRows)('$path', ({ path, cells, shows }) => {
  const isAboutOwner =
    path.includes(':') || ['/report', '/moderation/hide'].includes(path) || shows.length > 0;

  it.each(roles)('answers a %s, and shows only what may be seen', async (role) => {
    // Other routes have the same URL for all owners.
    for (const owner of isAboutOwner ? fixture.owners : fixture.owners.slice(-1)) {
      const { audience } = owner;
      const response = await fixture.browserOf(role).get(fillIn(path, owner, role));
      const text = await response.text();
      const expected = isShown(audience, role) && cells[role] === 'ok' ? shows : [];
      const isFor = ofFriends.includes(path) ? role === 'friend' : true;
      expect({
        audience,
        cell: toCell(response),
        shown: listsOfPeople.includes(path) ? [] : findRevealed(text, owner),
      }).toEqual({ audience, cell: cells[role], shown: isFor ? expected : [] });
    }
  });
});

/** Pages that name a player in another way than by their path. */
describe.each(roles)('to a %s', (role) => {
  const read = async (url: string) => (await fixture.browserOf(role).get(url)).text();

  it('the search for players shows who is Online, with the numbers that may be seen', async () => {
    for (const owner of fixture.owners) {
      const text = await read(`/community/social?q=${owner.actor.username}`);
      const shown = isShown(owner.audience, role);
      expect(text).toContain(owner.actor.username);
      expect([owner.audience, findRevealed(text, owner)]).toEqual([
        owner.audience,
        shown ? ['presence'] : [],
      ]);
      expect(/1<!-- --> game|\b1 game\b/.test(text)).toBe(shown);
    }
  });

  it('a profile has the numbers that may be seen', async () => {
    for (const { audience, actor } of fixture.owners) {
      const response = await fixture.browserOf(role).get(`/profile/${actor.username}`);
      const text = await textOf(response);
      const numbers = ['Games 1', 'Inventory 2', 'Friends 2', 'Played for'];
      const expected = isShown(audience, role) ? numbers : [];
      expect([audience, numbers.filter((number) => text.includes(number))]).toEqual([
        audience,
        expected,
      ]);
    }
  });

  it('the list of those who were seen last has only those whom everybody may see', async () => {
    const text = await read('/community/social');
    const listed = fixture.owners.filter(({ actor }) => text.includes(actor.username));
    expect(listed.map(({ audience }) => audience)).toEqual(['everybody']);
  });

  it('the list of a friend names only players whose friends may be seen', async () => {
    for (const { audience, actor, friend } of fixture.owners) {
      const text = await read(`/profile/${friend.username}/friends`);
      const shown = role !== 'visitor' && isShown(audience, role);
      expect([audience, text.includes(`/profile/${actor.username}`)]).toEqual([audience, shown]);
    }
  });

  it('the page of a new trade shows only cards that may be seen', async () => {
    for (const owner of fixture.owners) {
      const card = `${owner.gameId}.${owner.kindId}.1`;
      const text = await read(
        `/community/market/trades/new?with=${owner.actor.username}&get=${card}`,
      );
      const shown = role === 'friend' && isShown(owner.audience, role);
      expect([owner.audience, text.includes(owner.cardName)]).toEqual([owner.audience, shown]);
    }
  });

  it('a page of the inventory that names a card does not reveal it', async () => {
    for (const owner of fixture.owners) {
      const item = `${owner.gameId}-${owner.kindId}`;
      const text = await read(`/profile/${owner.actor.username}/inventory?item=${item}`);
      const shown = isShown(owner.audience, role);
      expect([owner.audience, text.includes(owner.cardName)]).toEqual([owner.audience, shown]);
    }
  });
});
