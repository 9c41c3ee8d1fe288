import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { marketSales } from '#database/schema.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import {
  createCard,
  createCardSets,
  createGame,
  createPlayer,
  createTestCtx,
} from '#test/fixtures/factories.ts';
import type { Actor } from '../../actor.ts';
import { sellCards } from '../selling/sell-cards.ts';
import { getCardPrices } from './get-card-prices.ts';

const database = useDatabase();
const kindId = 'default-crown';
const players: Actor[] = [];

beforeAll(async () => {
  await createCardSets(database.db);
  for (let made = 0; made < 10; made += 1) players.push(await createPlayer(database.db));
});

/** A sale as `[seller, buyer, price in cents, time]`; players by number, the time in UTC. */
type Sale = [number, number, number, string];

async function sold(gameId: number, sales: Sale[]) {
  for (const [seller, buyer, price, soldAt] of sales) {
    const [sellerId = '', buyerId = ''] = [players[seller]?.id, players[buyer]?.id];
    await database.db.insert(marketSales).values({
      itemId: randomUUID(),
      cardId: await createCard(database.db, { ownerId: buyerId, gameId, kindId }),
      kindId,
      gameId,
      sellerId,
      buyerId,
      price,
      fee: 0,
      transferId: randomUUID(),
      soldAt: new Date(soldAt),
    });
  }
}

/** The median of a new game's card after these sales, at noon on 14 March 2026. */
async function medianAfter(sales: Sale[]) {
  const { id: gameId } = await createGame(database.db);
  await sold(gameId, sales);
  const [price] = await getCardPrices(createTestCtx(database.db), [{ gameId, kindId }]);
  return price?.median;
}

const monday = '2026-03-09T10:00:00Z';

describe('the median price of a card', () => {
  it('is the middle price that different players paid', async () => {
    const sales: Sale[] = [
      [0, 3, 1_00, monday],
      [1, 4, 9_00, monday],
      [2, 5, 2_00, monday],
    ];
    expect(await medianAfter(sales)).toBe(2_00);
    expect(await medianAfter([...sales, [6, 7, 2_51, monday]])).toBe(2_25);
  });

  it('is null before three players have sold, however often two did', async () => {
    expect(await medianAfter([])).toBeNull();
    expect(
      await medianAfter([
        [0, 3, 1_00, monday],
        [0, 4, 1_00, monday],
        [0, 5, 1_00, monday],
        [1, 6, 1_00, monday],
      ]),
    ).toBeNull();
  });

  it('ignores sales that are older than 30 days', async () => {
    const recent: Sale[] = [
      [0, 3, 1_00, '2026-02-12T12:00:01Z'],
      [1, 4, 1_00, monday],
    ];
    expect(await medianAfter([...recent, [2, 5, 1_00, '2026-02-12T11:59:59Z']])).toBeNull();
    expect(await medianAfter([...recent, [2, 5, 1_00, '2026-02-12T12:00:01Z']])).toBe(1_00);
  });

  it('counts only the first sale of a pair per UTC day, in either direction', async () => {
    const honest: Sale[] = [
      [0, 3, 1_00, monday],
      [1, 4, 1_00, monday],
      [2, 5, 1_00, monday],
    ];
    const staged: Sale[] = [
      [6, 7, 1_00, '2026-03-10T00:00:00Z'],
      [7, 6, 900_00, '2026-03-10T09:00:00Z'],
      [6, 7, 900_00, '2026-03-10T10:00:00Z'],
      [7, 6, 900_00, '2026-03-10T11:00:00Z'],
      [6, 7, 900_00, '2026-03-10T12:00:00Z'],
      [7, 6, 900_00, '2026-03-10T23:59:59Z'],
    ];
    expect(await medianAfter([...honest, ...staged])).toBe(1_00);
    // A sale of the next day counts. The middle of 1, 1, 1, 1 and 900 stays the same.
    expect(await medianAfter([...honest, ...staged, [6, 7, 900_00, '2026-03-11T00:00:00Z']])).toBe(
      1_00,
    );
  });

  it('does not count a later sale when the window moves past the first one of its day', async () => {
    const others: Sale[] = [
      [1, 4, 1_00, monday],
      [2, 5, 1_00, monday],
    ];
    const staged: Sale[] = [
      [0, 3, 1_00, '2026-02-12T08:00:00Z'],
      [0, 3, 900_00, '2026-02-12T18:00:00Z'],
    ];
    expect(await medianAfter([...others, ...staged])).toBeNull();
  });

  it('cannot be set by two accounts alone, on 30 days and in both directions', async () => {
    const staged = Array.from({ length: 30 }, (_, day): Sale => {
      const soldAt = new Date(Date.UTC(2026, 1, 13 + day, 9)).toISOString();
      return day % 2 === 0 ? [0, 1, 900_00, soldAt] : [1, 0, 900_00, soldAt];
    });
    expect(await medianAfter(staged)).toBeNull();
  });

  it('counts one sale per pair on a day when ten accounts all trade with each other', async () => {
    const all = players.map((_, person) => person);
    // Each pair trades in both directions: first at an honest price, then at a manipulated one.
    const staged = all.flatMap((seller) =>
      all.flatMap((buyer): Sale[] =>
        seller === buyer
          ? []
          : [[seller, buyer, seller < buyer ? 1_00 : 900_00, `2026-03-10T0${seller}:00:00Z`]],
      ),
    );
    expect(staged).toHaveLength(90);
    expect(await medianAfter(staged)).toBe(1_00);
  });
});

describe('the prices of many cards', () => {
  it('are in the requested order, separate for each game, with the cheapest listing', async () => {
    const [one, two] = [await createGame(database.db), await createGame(database.db)];
    const seller = await createPlayer(database.db);
    const ctx = createTestCtx(database.db, { actor: seller });
    for (const [gameId, price] of [
      [one.id, 3_00],
      [one.id, 2_00],
      [two.id, 7_00],
    ] as const) {
      await createCard(database.db, { ownerId: seller.id, gameId, kindId });
      const offers = [{ gameId, kindId, price, copies: 1 }];
      await sellCards(ctx, { offers, key: randomUUID() });
    }
    await sold(two.id, [
      [0, 3, 1_00, monday],
      [1, 4, 1_00, monday],
      [2, 5, 1_00, monday],
    ]);

    // Own listings do not count as the cheapest.
    expect(await getCardPrices(ctx, [{ gameId: one.id, kindId }])).toMatchObject([
      { cheapest: null },
    ]);
    expect(
      await getCardPrices({ ...ctx, actor: null }, [
        { gameId: two.id, kindId },
        { gameId: one.id, kindId },
        { gameId: one.id, kindId: 'default-castle' },
        { gameId: two.id, kindId },
      ]),
    ).toEqual([
      { gameId: two.id, kindId, median: 1_00, cheapest: 7_00 },
      { gameId: one.id, kindId, median: null, cheapest: 2_00 },
      { gameId: one.id, kindId: 'default-castle', median: null, cheapest: null },
      { gameId: two.id, kindId, median: 1_00, cheapest: 7_00 },
    ]);
    expect(await getCardPrices(ctx, [])).toEqual([]);
  });
});
