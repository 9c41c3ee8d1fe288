import { beforeAll, describe, expect, test } from 'vitest';
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
import { listListings, type MarketListing } from './list-listings.ts';

const database = useDatabase();
const ids = (items: readonly MarketListing[]) => items.map(({ id }) => id);

describe('more listings than are counted', () => {
  const busy: Partial<MarketQuery>[] = [
    {},
    { q: 'many' },
    { q: 'ma' },
    { q: 'crown' },
    { rarity: 'legendary' },
    { q: 'many', rarity: 'legendary' },
  ];

  beforeAll(async () => {
    await createCardSets(database.db);
    const game = await createGame(database.db);
    const seller = await createPlayer(database.db, { username: 'one-of-many' });
    await database.db.$client.query(
      `with card as (
        insert into cards (owner_id, game_id, kind_id, state, origin, play_session_id, created_at)
        select $1, $2, 'default-crown', 'listed', 'played', uuidv7(), now()
        from generate_series(1, $3) returning id
      )
      insert into market_listings (card_id, seller_id, kind_id, game_id, price, listed_at)
      select id, $1, 'default-crown', $2, 1 + (row_number() over ()) % 1000, now() from card`,
      [seller.id, game.id, marketConstants.countMax + 50],
    );
    busy.push({ game: game.id }, { game: game.id, q: 'many' });
  });

  test('are reported as more than the maximum and paged without duplicates', async () => {
    for (const query of busy) {
      for (const order of ['newest', 'price'] as const) {
        const ctx = createTestCtx(database.db);
        const read = (page: number) =>
          listListings(ctx, { ...parseInput(marketQuery, {}), ...query, order, page });
        const first = await read(1);
        const last = await read(first.pages);
        const shown = [first, await read(2), await read(3), last].flatMap(({ items }) => items);
        expect([query, first.total, last.total]).toEqual([
          query,
          marketConstants.countMax + 1,
          marketConstants.countMax + 1,
        ]);
        expect(new Set(ids(shown)).size).toBe(40);
        const sorted =
          order === 'newest'
            ? ids(shown).toSorted().toReversed()
            : ids(shown.toSorted((a, b) => a.price - b.price || (a.id < b.id ? -1 : 1)));
        expect(ids(shown)).toEqual(sorted);
      }
    }
  });
});
