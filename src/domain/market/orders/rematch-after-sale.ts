import { and, inArray, isNotNull } from 'drizzle-orm';
import { marketSales } from '#database/schema.ts';
import type { Ctx } from '../../context.ts';
import type { BookCard } from './book-lock.ts';
import { rematchCards } from './rematch-books.ts';
import type { SoldListing } from './sell-into-orders.ts';

/**
 * Ends a sale of cards after its commit. Its transaction makes 20 trades at most; more follow here, each 20
 * in a transaction of their own. Returns all that orders have bought. Stored answers of earlier versions have
 * no `sold`.
 */
export async function rematchAfterSale(
  ctx: Ctx,
  { itemIds, sold = [], more = false }: { itemIds: string[]; sold?: SoldListing[]; more?: boolean },
  cards: readonly BookCard[],
): Promise<SoldListing[]> {
  if (sold.length > 0) ctx.notifier.deliverSoon();
  if (!more) return sold;
  await rematchCards(ctx, cards);
  const sales = await ctx.db
    .select()
    .from(marketSales)
    .where(and(inArray(marketSales.itemId, itemIds), isNotNull(marketSales.orderId)))
    .orderBy(marketSales.id);
  return sales.map(({ itemId, gameId, kindId, price, fee }) => ({
    itemId,
    gameId,
    kindId,
    price,
    received: price - fee,
  }));
}
