import { eq, sql } from 'drizzle-orm';
import { integer, text } from '#database/column-types.ts';
import { cardKinds, games } from '#database/schema.ts';
import { typedSql } from '#database/typed-sql.ts';
import type { Ctx } from '../context.ts';
import { getStackOrder, matchesFilter, selectStacks } from './inventory-stacks.ts';
import type { InventoryRequest } from './list-inventory.ts';

/**
 * Returns the number of the page of `listInventory` that contains the stack `gameId-kindId`, for the
 * same filter, order and page size. Null if the account holds no such card or the filter excludes it.
 */
export async function findStackPage(
  { db }: Pick<Ctx, 'db'>,
  request: Omit<InventoryRequest, 'page'> & { stack: string },
): Promise<number | null> {
  const { userId, order, perPage, stack, ...filter } = request;
  const stacks = selectStacks(db, userId);
  const numbered = db.$with('placed').as(
    db
      .with(stacks)
      .select({
        name: typedSql(text, sql`${stacks.gameId} || '-' || ${stacks.kindId}`).as('name'),
        place: typedSql(
          integer,
          sql`(row_number() over (order by ${sql.join(
            getStackOrder(stacks, order),
            sql`, `,
          )}))::integer`,
        ).as('place'),
      })
      .from(stacks)
      .innerJoin(games, eq(games.id, stacks.gameId))
      .innerJoin(cardKinds, eq(cardKinds.id, stacks.kindId))
      .where(matchesFilter(stacks, filter)),
  );
  const [found] = await db
    .with(numbered)
    .select({ place: numbered.place })
    .from(numbered)
    .where(eq(numbered.name, stack));
  return found ? Math.ceil(found.place / perPage) : null;
}
