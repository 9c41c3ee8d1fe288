import { and, desc, eq, gt, isNull } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { gamePrices, gameSales } from '#database/schema.ts';

/** The own price of a game in cents, null for that of the site, and its sales that are not over, the latest first. */
export async function readPriceAndSales(
  db: Queryable,
  { gameId, now }: { gameId: number; now: Date },
) {
  const [[own], sales] = await Promise.all([
    db
      .select({ price: gamePrices.price })
      .from(gamePrices)
      .where(and(eq(gamePrices.gameId, gameId), isNull(gamePrices.replacedAt))),
    db
      .select({
        id: gameSales.id,
        price: gameSales.price,
        startsAt: gameSales.startsAt,
        endsAt: gameSales.endsAt,
      })
      .from(gameSales)
      .where(and(eq(gameSales.gameId, gameId), gt(gameSales.endsAt, now)))
      .orderBy(desc(gameSales.startsAt)),
  ]);
  return {
    price: own?.price ?? null,
    sales: sales.map((sale) => ({ ...sale, isRunning: sale.startsAt <= now })),
  };
}
