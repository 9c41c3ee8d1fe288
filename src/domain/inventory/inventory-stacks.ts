import { and, asc, count, desc, eq, gt, max, or, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { integer } from '#database/column-types.ts';
import { cardKinds, cards, games } from '#database/schema.ts';
import { typedSql } from '#database/typed-sql.ts';
import type { InventoryOrder } from '#shared/constants/inventory.ts';
import { type Rarity, rarities } from '#shared/constants/rarity.ts';
import { matchesName } from '../lib/search/matches-name.ts';

/** Selects some of an account's stacks. */
export interface StackFilter {
  /** Text in the name of the card or of the game, as `toSearchWords` compares; empty for all. */
  q: string;
  rarity: Rarity | null;
  /** Only stacks with more than one copy. */
  duplicates: boolean;
}

/**
 * The common table expression of an account's stacks: one row for each card kind from each game. Its
 * cost is bounded by the account's own cards, which are read by the index on the owner.
 */
export function selectStacks(db: Queryable, userId: string | SQL) {
  return db.$with('stacks').as(
    db
      .select({
        gameId: cards.gameId,
        kindId: cards.kindId,
        copies: count().as('copies'),
        lastAt: max(cards.createdAt).as('last_at'),
        /** How many kinds of this game the account holds, without the filter. */
        collected: typedSql(
          integer,
          sql`(count(*) over (partition by ${cards.gameId}))::integer`,
        ).as('collected'),
      })
      .from(cards)
      .where(and(eq(cards.ownerId, userId), eq(cards.state, 'held')))
      .groupBy(cards.gameId, cards.kindId),
  );
}

/** The filter of all stacks. */
export const allStacks: StackFilter = { q: '', rarity: null, duplicates: false };

type Stacks = ReturnType<typeof selectStacks>;

/** The SQL condition of a filter, over stacks joined with their game and kind; undefined for all. */
export function matchesFilter(
  stacks: Stacks,
  { q, rarity, duplicates }: StackFilter,
): SQL | undefined {
  return and(
    q ? or(matchesName(cardKinds.name, q), matchesName(games.name, q)) : undefined,
    rarity ? eq(cardKinds.rarity, rarity) : undefined,
    duplicates ? gt(stacks.copies, 1) : undefined,
  );
}

/** The rank of a kind's rarity, 1 for the most common. */
const rank = sql`array_position(array[${sql.join(
  rarities.map((rarity) => sql`${rarity}`),
  sql`, `,
)}]::text[], ${cardKinds.rarity})`;

/**
 * The sort columns of an order. All orders end with game and position in the set, so that the order is
 * unique and no stack is on two pages.
 */
export function getStackOrder(stacks: Stacks, order: InventoryOrder): SQL[] {
  const byGame = [asc(games.name), asc(games.id), asc(cardKinds.position)];
  const first: Record<InventoryOrder, SQL[]> = {
    game: [],
    newest: [desc(stacks.lastAt)],
    name: [asc(cardKinds.name)],
    rarity: [desc(rank)],
    count: [desc(stacks.copies)],
  };
  return [...first[order], ...byGame];
}
