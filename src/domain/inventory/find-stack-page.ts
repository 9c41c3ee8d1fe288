import { eq, sql } from 'drizzle-orm';
import { cardKinds, games } from '#database/schema.ts';
import type { Ctx } from '../context.ts';
import { matching, orderOf, stacksOf } from './inventory-stacks.ts';
import type { InventoryRequest } from './list-inventory.ts';

/**
 * The page of `listInventory`, asked for in the same way, that has the stack named `gameId-kindId`; null
 * where the account holds none of it or the filter leaves it out.
 */
export async function findStackPage(
  { db }: Pick<Ctx, 'db'>,
  request: Omit<InventoryRequest, 'page'> & { stack: string },
): Promise<number | null> {
  const { userId, order, perPage, stack, ...filter } = request;
  const stacks = stacksOf(db, userId);
  const placed = db.$with('placed').as(
    db
      .with(stacks)
      .select({
        name: sql<string>`${stacks.gameId} || '-' || ${stacks.kindId}`.as('name'),
        place: sql<number>`(row_number() over (order by ${sql.join(
          orderOf(stacks, order),
          sql`, `,
        )}))::integer`.as('place'),
      })
      .from(stacks)
      .innerJoin(games, eq(games.id, stacks.gameId))
      .innerJoin(cardKinds, eq(cardKinds.id, stacks.kindId))
      .where(matching(stacks, filter)),
  );
  const [found] = await db
    .with(placed)
    .select({ place: placed.place })
    .from(placed)
    .where(eq(placed.name, stack));
  return found ? Math.ceil(found.place / perPage) : null;
}
