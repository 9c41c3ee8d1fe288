import { count, eq, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { integer } from '#database/column-types.ts';
import { prepareSelect } from '#database/prepared-select.ts';
import { cardKinds, games } from '#database/schema.ts';
import { unknownToPlanner } from '#database/sql/unknown-to-planner.ts';
import { typedSql } from '#database/typed-sql.ts';
import { ownGameConstants } from '#shared/constants/catalog/own-games.ts';
import { type InventoryOrder, inventoryConstants } from '#shared/constants/inventory.ts';
import { selectCardPicture } from '../card-sets/card-picture.ts';
import { isOfSet } from '../card-sets/set-versions-sql.ts';
import type { Ctx } from '../context.ts';
import { memoizeByKey } from '../lib/memoize-by-key.ts';
import { countPages } from '../lib/page-count.ts';
import { chooseRowLimit } from '../lib/page-row-limit.ts';
import {
  allStacks,
  getStackOrder,
  matchesFilter,
  type StackFilter,
  selectStacks,
} from './inventory-stacks.ts';

export interface InventoryRequest extends StackFilter {
  userId: string;
  order: InventoryOrder;
  page: number;
  perPage: number;
}

/**
 * Returns a page of an account's held cards as stacks, filtered and sorted. Each stack has the number of
 * kinds of its game that the account holds (`collected`) and the size of the game's set. `kinds` and
 * `copies` count the whole inventory, `found` the stacks that match. `perPage` is 10 to 100, which the
 * caller's input schema checks.
 */
export async function listInventory(
  { db }: Pick<Ctx, 'db'>,
  { userId, order, page, perPage, ...filter }: InventoryRequest,
) {
  const offset = (page - 1) * perPage;
  const size = chooseRowLimit(perPage, inventoryConstants.perPageWide);
  const [items, [totals]] = await (isWhole(filter)
    ? Promise.all([readWhole(order, size)(db, { userId, offset }), countWhole(db, { userId })])
    : Promise.all([
        selectItems(db, { userId, perPage, offset, order, filter }),
        selectTotals(db, { userId, filter }),
      ]));
  const found = totals?.found ?? 0;
  return {
    items: items.slice(0, perPage).map((item) => ({ ...item, lastAt: item.lastAt ?? new Date(0) })),
    copies: totals?.copies ?? 0,
    kinds: totals?.kinds ?? 0,
    found,
    page,
    pages: countPages(found, perPage),
  };
}

const isWhole = ({ q, rarity, duplicates }: StackFilter) => !q && !rarity && !duplicates;

// Prepared, because most inventories are read without a filter.
const owner = unknownToPlanner(sql.placeholder('userId'), 'uuid');
const readWhole = memoizeByKey((order: InventoryOrder, size: number) =>
  prepareSelect(`inventory-by-${order}-${size}`, (db) =>
    selectItems(db, {
      userId: owner,
      order,
      filter: allStacks,
      perPage: size,
      offset: sql.placeholder('offset'),
    }),
  ),
);
const countWhole = prepareSelect('count-inventory', (db) =>
  selectTotals(db, { userId: owner, filter: allStacks }),
);

interface ItemsQuery {
  userId: string | SQL;
  order: InventoryOrder;
  filter: StackFilter;
  perPage: number;
  offset: number | Placeholder;
}

function selectItems(db: Queryable, { userId, order, filter, perPage, offset }: ItemsQuery) {
  const stacks = selectStacks(db, userId);
  return db
    .with(stacks)
    .select({
      gameId: stacks.gameId,
      gameName: games.name,
      kindId: stacks.kindId,
      name: cardKinds.name,
      description: cardKinds.description,
      picture: selectCardPicture(stacks.gameId),
      rarity: cardKinds.rarity,
      copies: stacks.copies,
      lastAt: stacks.lastAt,
      /** How many kinds of the game's set the account holds. */
      collected: typedSql(
        integer,
        sql`case when ${stacks.gameId} < ${sql.raw(String(ownGameConstants.idsFrom))} then ${stacks.collected}
          else (select count(*)::integer from ${stacks} as held
            join ${cardKinds} as kind on kind.id = held.kind_id
            where held.game_id = ${stacks.gameId} and ${isOfSet(sql`${stacks.gameId}`)}) end`,
      ),
      /** How many kinds the game's set has. */
      setSize: typedSql(
        integer,
        sql`(select count(*)::integer from ${cardKinds} as kind
        where ${isOfSet(sql`${stacks.gameId}`)})`,
      ),
    })
    .from(stacks)
    .innerJoin(games, eq(games.id, stacks.gameId))
    .innerJoin(cardKinds, eq(cardKinds.id, stacks.kindId))
    .where(matchesFilter(stacks, filter))
    .orderBy(...getStackOrder(stacks, order))
    .limit(perPage)
    .offset(offset);
}

function selectTotals(db: Queryable, { userId, filter }: Pick<ItemsQuery, 'userId' | 'filter'>) {
  const stacks = selectStacks(db, userId);
  const matches = matchesFilter(stacks, filter);
  return db
    .with(stacks)
    .select({
      kinds: count(),
      copies: typedSql(integer, sql`coalesce(sum(${stacks.copies}), 0)::integer`),
      found: typedSql(integer, sql`(count(*) filter (where ${matches ?? sql`true`}))::integer`),
    })
    .from(stacks)
    .innerJoin(games, eq(games.id, stacks.gameId))
    .innerJoin(cardKinds, eq(cardKinds.id, stacks.kindId));
}

/** What a reader gets of an inventory that its owner does not show. */
export const hiddenInventory: Awaited<ReturnType<typeof listInventory>> = {
  items: [],
  copies: 0,
  kinds: 0,
  found: 0,
  page: 1,
  pages: 1,
};

/** A stack of an inventory. */
export type InventoryStack = Awaited<ReturnType<typeof listInventory>>['items'][number];
