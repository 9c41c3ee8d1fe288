import { and, asc, count, desc, eq, gt, ilike, max, or, type SQL, sql } from 'drizzle-orm';
import { cardKinds, cards, games } from '#database/schema.ts';
import type { InventoryOrder } from '#shared/constants/inventory-order.ts';
import { type Rarity, rarities } from '#shared/constants/rarity.ts';
import type { Ctx } from '../context.ts';
import { escapedForLike } from '../lib/search-words.ts';

/** Which of an account's stacks are meant. */
export interface StackFilter {
  /** Found in the name of the card or of the game, without regard to case; empty for all. */
  q: string;
  rarity: Rarity | null;
  /** Only cards of which there is more than one copy. */
  duplicates: boolean;
}

/**
 * The cards that an account holds, one row for each kind from each game. What it costs is bounded by the
 * account's own cards: they are read by the index of their owner.
 */
export function stacksOf(db: Ctx['db'], userId: string) {
  return db.$with('stacks').as(
    db
      .select({
        gameId: cards.gameId,
        kindId: cards.kindId,
        copies: count().as('copies'),
        lastAt: max(cards.createdAt).as('last_at'),
        /** Kinds of this game that the account holds, whatever is filtered. */
        collected: sql<number>`(count(*) over (partition by ${cards.gameId}))::integer`.as(
          'collected',
        ),
      })
      .from(cards)
      .where(and(eq(cards.ownerId, userId), eq(cards.state, 'held')))
      .groupBy(cards.gameId, cards.kindId),
  );
}

type Stacks = ReturnType<typeof stacksOf>;

/** The condition that `filter` is, over stacks joined with their game and kind; undefined for all. */
export function matching(stacks: Stacks, { q, rarity, duplicates }: StackFilter): SQL | undefined {
  const term = `%${escapedForLike(q)}%`;
  return and(
    q ? or(ilike(cardKinds.name, term), ilike(games.name, term)) : undefined,
    rarity ? eq(cardKinds.rarity, rarity) : undefined,
    duplicates ? gt(stacks.copies, 1) : undefined,
  );
}

/** How rare a kind is, from 1. */
const rank = sql`array_position(array[${sql.join(
  rarities.map((rarity) => sql`${rarity}`),
  sql`, `,
)}]::text[], ${cardKinds.rarity})`;

/** The columns of an order; all end in the order by game and set, so that pages never share a stack. */
export function orderOf(stacks: Stacks, order: InventoryOrder): SQL[] {
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
