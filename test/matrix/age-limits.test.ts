import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { callFunction } from '#api/realm/functions/call-function.ts';
import type { Database } from '#database/client.ts';
import {
  accountRoles,
  gameGroups,
  games,
  groupMembers,
  groups,
  siteSettings,
} from '#database/schema.ts';
import type { SiteLimits } from '#domain/age-limits/get-reader-limits.ts';
import type { LimitedReads, ReadParts } from '#domain/context.ts';
import { openLimitedReads } from '#server/bootstrap/open-limited-reads.ts';
import { withNightly } from '../config/nightly.ts';
import { useDatabase } from '../fixtures/database.ts';
import { createFullAccount } from '../fixtures/full-account.ts';
import { callerOf } from '../fixtures/realm-functions.ts';
import { createSignedInVisitor } from '../fixtures/sign-in.ts';
import { createMatrixFixture, type MatrixFixture, type Owner } from './matrix-fixture.ts';
import { createSiteGame, createThings } from './owners-things.ts';
import { readingFunctions } from './reading-functions.ts';
import { listRoutes } from './route-table.ts';

// Every page, function and answer of the RAWG API, to readers for whom no game of the site is, because of its age or
// because it is for members of a group: none may name one.

const database = useDatabase();
type Reader = 'visitor' | 'guest' | 'player' | 'friend' | 'owner' | 'full' | 'moderator';
/** Who has what it may no longer see comes first: the owner of the things, and an account with rows in every table. */
const limited = {
  age: withNightly<Reader>(['visitor', 'owner', 'full'], ['guest', 'player', 'friend']),
  groups: withNightly<Reader>(['visitor', 'full'], ['guest', 'friend', 'owner']),
};

let fixture: MatrixFixture;
let owner: Owner;
let full: Awaited<ReturnType<typeof createFullAccount>>;
let names: string[];
let values: Record<string, string>;
let setLimits: (site: SiteLimits) => void;
let browsers: Map<Reader, ReturnType<MatrixFixture['browserOf']>>;

beforeAll(async () => {
  // The fixture is made without a limit.
  let opened: LimitedReads | null = null;
  fixture = await createMatrixFixture(database.db, {
    limitedReads: {
      of: (actor) => opened?.of(actor) ?? ({} as ReadParts),
      unlimited: {} as ReadParts,
    },
  });
  const { web } = fixture;
  owner = fixture.owners.find(({ audience }) => audience === 'everybody') as Owner;
  const siteGame = await createSiteGame(fixture);
  full = await createFullAccount(database.db);
  const { db } = database;
  // An editor of the catalog has no limit.
  await db.delete(accountRoles).where(eq(accountRoles.userId, full.player.id));
  await db.update(games).set({ name: sql`'Aged ' || ${games.id} || ' game'` });
  await db.execute(sql`update game_search set words = ' aged ' || game_id || ' game'`);
  names = (await db.select({ name: games.name }).from(games)).map(({ name }) => name);
  values = {
    gameId: String(owner.gameId),
    username: owner.actor.username,
    friendName: owner.actor.username,
    id: String(siteGame.developerId),
    kindId: owner.kindId,
    file: 'games.json',
    batchId: randomUUID(),
    ...(await createThings(fixture, owner)),
  };
  const { clock, log, events } = web.services;
  const unlimited = web.services;
  setLimits = (site) => {
    opened = openLimitedReads({ db, clock, log, events, unlimited, site });
  };
  browsers = new Map();
  for (const reader of [...limited.age, 'player', 'moderator'] as const) {
    const actor = actorOf(reader);
    browsers.set(reader, actor ? await createSignedInVisitor(web, actor.id) : web.visit());
  }
});

function actorOf(reader: Reader) {
  if (reader === 'owner') return owner.actor;
  return reader === 'full' ? full.player : fixture.actors[reader];
}

/** The names of games in a text, and of cards of one game. */
const findNames = (text: string) =>
  [...names, owner.cardName].filter((name) => text.includes(name)).slice(0, 3);

/** Texts of people are not searched for names: the offer of the fixture was sent before anybody had a limit. */
const isChat = (path: string) => path === '/messages' || path.startsWith('/chat/');

const paths = () =>
  [...new Set(listRoutes().map(({ path }) => path))]
    .filter((path) => !isChat(path))
    .map((path) =>
      path
        .replace(/:(\w+)/g, (_, name: string) => values[name] ?? 'missing')
        .replace('*', 'missing'),
    );

const further = () => [
  '/?q=aged',
  '/?genre=action',
  '/community/market?q=aged',
  '/community/market/cards?q=aged',
  '/community/market/suggestions?q=aged',
  '/community/discussion?q=aged',
  '/community/discussion/games?q=aged',
  `/community/discussions?game=${owner.gameId}`,
  `/community/market/trades/new?with=${owner.actor.username}`,
  `/profile/${full.player.username}`,
  `/game-info/${full.gameId}`,
  '/sitemap.xml',
  '/api/games',
  `/api/games/${owner.gameId}`,
  `/api/developers/${values.id}`,
];

/** The address of the data of a page, which has nothing that the page has not. */
const dataOf = (path: string) => path.replace(/(\?|$)/, '.data$1');

async function read(reader: Reader, path: string) {
  const response = await (browsers.get(reader) as ReturnType<MatrixFixture['browserOf']>).get(path);
  return { status: response.status, text: await response.text() };
}

async function findPagesWithNames(reader: Reader) {
  const found: unknown[] = [];
  for (const path of [...paths(), ...further()]) {
    for (const url of withNightly([path], [dataOf(path)])) {
      const { status, text } = await read(reader, url);
      const shown = findNames(text);
      if (status >= 500 || shown.length > 0) found.push([url, status, ...shown]);
    }
  }
  return found;
}

async function findFunctionsWithNames(reader: Reader) {
  const actor = actorOf(reader);
  const found: unknown[] = [];
  for (const [name, row] of Object.entries(readingFunctions)) {
    if (name === 'getMessages') continue;
    const args = row.args(owner, actor?.username ?? 'nobody');
    const result = await callFunction(fixture.web.ctx, {
      name,
      args,
      caller: callerOf(actor),
    }).catch((error: unknown) => String(error));
    const shown = findNames(JSON.stringify(result ?? null));
    if (shown.length > 0) found.push([name, ...shown]);
  }
  return found;
}

const noAges = { visitors: null, guests: null, players: null };

describe('games for older players', () => {
  beforeAll(async () => {
    const { db } = database;
    const ages = { visitors: 12, guests: 12, players: 12 };
    await db.update(games).set({ minimumAge: 16, isForGroups: false });
    await db.insert(siteSettings).values({ key: 'ageLimits', value: ages });
    setLimits({ ages, audiences: [] });
  });

  it.each(limited.age)('have no name on any page for a %s with an age limit', async (reader) => {
    expect(await findPagesWithNames(reader)).toEqual([]);
  });

  it.each(limited.age)('are named by no function to a %s with an age limit', async (reader) => {
    expect(await findFunctionsWithNames(reader)).toEqual([]);
  });

  it('are shown to those without a limit', async () => {
    expect((await findPagesWithNames('moderator')).length).toBeGreaterThan(15);
  });
});

describe('games for the members of a group', () => {
  beforeAll(async () => {
    const { db } = database;
    await db.delete(siteSettings).where(eq(siteSettings.key, 'ageLimits'));
    await db.update(games).set({ minimumAge: 0, isForGroups: true });
    const groupId = await createGroupOfGames(db, fixture.actors.player?.id ?? '');
    setLimits({ ages: noAges, audiences: [[groupId]] });
  });

  it.each(limited.groups)('have no name on any page for a %s beside it', async (reader) => {
    expect(await findPagesWithNames(reader)).toEqual([]);
  });

  it.each(limited.groups)('are named by no function to a %s beside it', async (reader) => {
    expect(await findFunctionsWithNames(reader)).toEqual([]);
  });

  it.each(['player', 'moderator'] as const)(
    'are shown to a %s in it or of the staff',
    async (reader) => {
      expect((await findPagesWithNames(reader)).length).toBeGreaterThan(15);
    },
  );
});

/** Makes all games be for the members of a new group with one member. */
async function createGroupOfGames(db: Database, userId: string): Promise<string> {
  const createdAt = new Date();
  const [group] = await db
    .insert(groups)
    .values({ name: 'Class', joining: 'invitation', membersShownTo: 'leaders', createdAt })
    .returning({ id: groups.id });
  const groupId = group?.id ?? '';
  await db.insert(groupMembers).values({ groupId, userId, how: 'admin', joinedAt: createdAt });
  await db
    .insert(gameGroups)
    .select(
      db.select({ gameId: games.id, groupId: sql`${groupId}::uuid`.as('group_id') }).from(games),
    );
  return groupId;
}
