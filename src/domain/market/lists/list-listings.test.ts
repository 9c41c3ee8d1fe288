// Parts of words: cspell:ignore ildcat
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { cards, marketListings } from '#database/schema.ts';
import { marketConstants } from '#shared/constants/market/market.ts';
import { type MarketQuery, marketQuery } from '#shared/schemas/market/market.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import {
  createCardSets,
  createGame,
  createPlayer,
  createTestCtx,
} from '#test/fixtures/factories.ts';
import type { Actor } from '../../actor.ts';
import { withdrawListing } from '../withdraw-listings.ts';
import { getListing, listListings, type MarketListing } from './list-listings.ts';
import { listMarketGames } from './list-market-games.ts';

const database = useDatabase();
const defaultQuery = parseInput(marketQuery, {});
const rarityOf: Record<string, string> = {
  'default-cat': 'rare',
  'default-dog': 'uncommon',
  'default-crown': 'legendary',
  'default-hand-grenade': 'rare',
};
const kindIds = Object.keys(rarityOf);

let sellers: Actor[] = [];
let games: Awaited<ReturnType<typeof createGame>>[] = [];
/** All listings, the newest first. */
const all: MarketListing[] = [];

const list = (query: Partial<MarketQuery> = {}, actor: Actor | null = null) =>
  listListings({ ...createTestCtx(database.db), actor }, { ...defaultQuery, ...query });

/** Every page of a query, one after the other. */
async function pages(query: Partial<MarketQuery>): Promise<MarketListing[]> {
  const first = await list(query);
  const items = [...first.items];
  for (let page = 2; page <= first.pages; page += 1) {
    items.push(...(await list({ ...query, page })).items);
  }
  expect(items).toHaveLength(first.total);
  return items;
}

const ids = (items: readonly MarketListing[]) => items.map(({ id }) => id);

/** The expected matches of a query, computed without SQL. */
function expected(
  matches: (item: MarketListing) => boolean,
  order: MarketQuery['order'],
): string[] {
  const found = all.filter(matches);
  if (order === 'newest') return ids(found);
  return ids(found.toSorted((a, b) => a.price - b.price || (a.id < b.id ? -1 : 1)));
}

async function addListing(seller: Actor, gameId: number, kindId: string, price: number) {
  const at = new Date('2026-03-01T00:00:00Z');
  const [card] = await database.db
    .insert(cards)
    .values({
      ownerId: seller.id,
      gameId,
      kindId,
      state: 'listed',
      origin: 'played',
      playSessionId: randomUUID(),
      createdAt: at,
    })
    .returning({ id: cards.id });
  await database.db
    .insert(marketListings)
    .values({ cardId: card?.id ?? '', sellerId: seller.id, gameId, kindId, price, listedAt: at });
}

beforeAll(async () => {
  await createCardSets(database.db);
  sellers = await Promise.all(
    ['Cat_Lady', 'wildcat-9', 'Dora', 'a_b', 'a-b', 'ab'].map((username) =>
      createPlayer(database.db, { username }),
    ),
  );
  games = [
    await createGame(database.db, { name: 'Deep & Dark' }),
    await createGame(database.db, { name: 'A Walk' }),
    await createGame(database.db, { name: 'Nothing for sale' }),
  ];
  // Many listings have the same price, so that only ids order them.
  let nth = 0;
  for (const seller of sellers) {
    for (const kindId of kindIds) {
      for (const game of games.slice(0, 2)) {
        await addListing(seller, game.id, kindId, 100 + (nth % 5));
        nth += 1;
      }
    }
  }
  for (let page = 1; page <= 5; page += 1) all.push(...(await list({ page })).items);
});

describe('the market', () => {
  test('shows a page of listings with everything that a buyer must know, the newest first', async () => {
    const { items, total, pages: count } = await list();
    expect({ total, count, shown: items.length }).toEqual({ total: 48, count: 5, shown: 10 });
    expect(all).toHaveLength(48);
    expect(ids(all)).toEqual(ids(all).toSorted().toReversed());
    expect(items[0]).toEqual({
      id: expect.any(String),
      kind: {
        id: 'default-hand-grenade',
        name: 'Hand-Grenade',
        picture: '/art/cards/default-hand-grenade.svg',
        rarity: 'rare',
      },
      game: { id: games[1]?.id, name: 'A Walk' },
      price: 102,
      seller: { username: 'ab', name: 'ab' },
      own: false,
      listedAt: new Date('2026-03-01T00:00:00Z'),
    });
  });

  test.each(['newest', 'price'] as const)(
    'finds listings by every filter, ordered by %s',
    async (order) => {
      const terms: [string, (item: MarketListing) => boolean][] = [
        ['', () => true],
        ['CAT', ({ kind, seller }) => kind.name === 'Cat' || /cat/i.test(seller.username)],
        ['dora', ({ seller }) => seller.username === 'Dora'],
        ['Crown', ({ kind }) => kind.name === 'Crown'],
        ['zzz', () => false],
      ];
      for (const [q, byTerm] of terms) {
        for (const game of [null, games[0]?.id ?? 0, games[2]?.id ?? 0]) {
          for (const rarity of [null, 'rare', 'legendary', 'common'] as const) {
            const found = await pages({ q, game, rarity, order });
            const wanted = (item: MarketListing) =>
              byTerm(item) &&
              (game === null || item.game.id === game) &&
              (rarity === null || item.kind.rarity === rarity);
            expect([q, game, rarity, ids(found)]).toEqual([
              q,
              game,
              rarity,
              expected(wanted, order),
            ]);
          }
        }
      }
    },
  );

  test('has an empty page beyond the end', async () => {
    expect(await list({ page: marketConstants.countMax / marketConstants.pageSize })).toMatchObject(
      {
        items: [],
        total: 48,
        pages: 5,
      },
    );
  });

  test('marks the own listings of the actor', async () => {
    const [dora] = sellers.slice(2, 3);
    const { items } = await list({ q: 'dora' }, dora ?? null);
    expect(items.map(({ own }) => own)).toEqual(Array(8).fill(true));
    const others = await list({ q: 'cat' }, dora ?? null);
    expect(others.items.filter(({ own }) => own).length).toBeLessThan(others.items.length);
  });
});

describe('a search', () => {
  const sellersOf = async (q: string) => [
    ...new Set((await pages({ q })).map(({ seller }) => seller.username)),
  ];

  test.each([
    // Terms of three or more characters match anywhere, shorter ones only where words begin.
    ['wil', ['wildcat-9']],
    ['dca', ['wildcat-9']],
    ['ca', ['Cat_Lady']],
    ['la', ['Cat_Lady']],
    ['ildcat', ['wildcat-9']],
    ['9', ['wildcat-9']],
    ['dor', ['Dora']],
    ['or', []],
  ])('for %s finds the sellers %j', async (q, usernames) => {
    const found = await pages({ q });
    const bySeller = found.filter(({ kind }) => !kind.name.toLowerCase().includes(q));
    expect([...new Set(bySeller.map(({ seller }) => seller.username))].toSorted()).toEqual(
      usernames.toSorted(),
    );
  });

  test.each(['%', '_', '\\', '%%%', '___', '---', "a'b", '%a%', 'a%b', '\\_'])(
    'searches %s literally',
    async (q) => {
      expect(await sellersOf(q)).toEqual([]);
    },
  );

  test('distinguishes _ from - and from other characters', async () => {
    expect(await sellersOf('a_b')).toEqual(['a_b']);
    expect(await sellersOf('a-b')).toEqual(['a-b']);
    expect(await sellersOf('at_l')).toEqual(['Cat_Lady']);
  });

  test('finds cards by a part of the name, and by the beginning of a word for short terms', async () => {
    const kindsOf = async (q: string) => [
      ...new Set((await pages({ q })).map(({ kind }) => kind.name)),
    ];
    expect(await kindsOf('GREN')).toEqual(['Hand-Grenade']);
    expect(await kindsOf('gr')).toEqual(['Hand-Grenade']);
    expect(await kindsOf('hand-gr')).toEqual(['Hand-Grenade']);
    expect(await kindsOf('re')).toEqual([]);
  });

  test('lists nothing twice when both the card and the seller match', async () => {
    const found = ids(await pages({ q: 'cat' }));
    expect(new Set(found).size).toBe(found.length);
  });
});

describe('one listing', () => {
  test('can be read until it is withdrawn', async () => {
    const [seller] = sellers;
    const [item] = all.filter((other) => other.seller.username === seller?.username);
    if (!seller || !item) throw new Error('There is no seller or listing.');
    const ctx = { ...createTestCtx(database.db), actor: seller };
    expect(await getListing(ctx, item.id)).toEqual({ ...item, own: true });
    await withdrawListing(ctx, { itemId: item.id, key: randomUUID() });
    expect(await getListing(ctx, item.id)).toBeNull();
  });
});

test('the filter offers the games with open listings, by name', async () => {
  const names = (await listMarketGames(createTestCtx(database.db))).map(({ name }) => name);
  expect(names).toEqual(['A Walk', 'Deep & Dark']);
});
