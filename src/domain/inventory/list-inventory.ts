import { count, eq, sql, sum } from 'drizzle-orm';
import { cardKinds, games } from '#database/schema.ts';
import type { InventoryOrder } from '#shared/constants/inventory-order.ts';
import type { Ctx } from '../context.ts';
import { pageCount } from '../lib/page-count.ts';
import { matching, orderOf, type StackFilter, stacksOf } from './inventory-stacks.ts';

export interface InventoryRequest extends StackFilter {
  userId: string;
  order: InventoryOrder;
  page: number;
  perPage: number;
}

/**
 * A page of an account's held cards as stacks, one for each kind from each game (more than one copy are
 * duplicates), filtered and ordered as asked, each with how much of its game's set the account has.
 * `kinds` and `copies` are of the whole inventory, `found` counts the stacks that match. `perPage` is
 * 10 to 100, as the caller's input rules say.
 */
export async function listInventory(
  { db }: Pick<Ctx, 'db'>,
  { userId, order, page, perPage, ...filter }: InventoryRequest,
) {
  const stacks = stacksOf(db, userId);
  const matches = matching(stacks, filter);
  const [items, [totals]] = await Promise.all([
    db
      .with(stacks)
      .select({
        gameId: stacks.gameId,
        gameName: games.name,
        kindId: stacks.kindId,
        name: cardKinds.name,
        description: cardKinds.description,
        picture: cardKinds.picture,
        rarity: cardKinds.rarity,
        copies: stacks.copies,
        lastAt: stacks.lastAt,
        collected: stacks.collected,
        /** How many kinds the game's set has. */
        setSize: sql<number>`(select count(*)::integer from ${cardKinds} as kind
          where kind.set_id = ${cardKinds.setId})`,
      })
      .from(stacks)
      .innerJoin(games, eq(games.id, stacks.gameId))
      .innerJoin(cardKinds, eq(cardKinds.id, stacks.kindId))
      .where(matches)
      .orderBy(...orderOf(stacks, order))
      .limit(perPage)
      .offset((page - 1) * perPage),
    db
      .with(stacks)
      .select({
        kinds: count(),
        copies: sum(stacks.copies).mapWith(Number),
        found: sql<number>`(count(*) filter (where ${matches ?? sql`true`}))::integer`,
      })
      .from(stacks)
      .innerJoin(games, eq(games.id, stacks.gameId))
      .innerJoin(cardKinds, eq(cardKinds.id, stacks.kindId)),
  ]);
  const found = totals?.found ?? 0;
  return {
    items: items.map((item) => ({ ...item, lastAt: item.lastAt ?? new Date(0) })),
    copies: totals?.copies ?? 0,
    kinds: totals?.kinds ?? 0,
    found,
    page,
    pages: pageCount(found, perPage),
  };
}
