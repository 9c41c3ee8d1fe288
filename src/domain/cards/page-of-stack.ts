import { and, asc, eq, sql } from 'drizzle-orm';
import { cardKinds, cards, games } from '#db/schema.ts';
import type { Ctx } from '../context.ts';

/**
 * The page of `listInventory` that has the stack named `gameId-kindId`, or null where the account holds
 * none of it.
 */
export async function pageOfStack(
  { db }: Pick<Ctx, 'db'>,
  { userId, stack, perPage }: { userId: string; stack: string; perPage: number },
): Promise<number | null> {
  const order = sql`order by ${asc(games.name)}, ${asc(games.id)}, ${asc(cardKinds.position)}`;
  const stacks = db.$with('stacks').as(
    db
      .select({
        name: sql<string>`${cards.gameId} || '-' || ${cards.kindId}`.as('name'),
        place: sql<number>`(row_number() over (${order}))::integer`.as('place'),
      })
      .from(cards)
      .innerJoin(games, eq(games.id, cards.gameId))
      .innerJoin(cardKinds, eq(cardKinds.id, cards.kindId))
      .where(and(eq(cards.ownerId, userId), eq(cards.state, 'held')))
      .groupBy(cards.gameId, cards.kindId, games.id, cardKinds.id),
  );
  const [found] = await db
    .with(stacks)
    .select({ place: stacks.place })
    .from(stacks)
    .where(eq(stacks.name, stack));
  return found ? Math.ceil(found.place / perPage) : null;
}
