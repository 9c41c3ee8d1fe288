import type { Database } from '#database/client.ts';
import type { marketSales } from '#database/schema.ts';
import type { Account, Model } from './model.ts';

type StoredSale = typeof marketSales.$inferSelect;

/**
 * Checks a sale through an order and returns its buyer; null if it is wrong. The job that matches again makes
 * such sales too, so they need no acknowledgement; but an acknowledged one must be there at its price.
 */
export function checkOrderSale(
  model: Model,
  { itemId, orderId, sellerId, buyerId, price, gameId, kindId }: StoredSale,
  violations: string[],
): Account | null {
  const order = model.orders.get(orderId ?? '');
  const listing = model.listings.get(itemId);
  const acknowledged = model.orderSales.get(itemId);
  if (!order || !listing) {
    violations.push(`${itemId} was sold to an order that nobody placed`);
    return null;
  }
  if (order.buyer.actor.id !== buyerId || listing.seller.actor.id !== sellerId)
    violations.push(`${itemId} was sold through the order of another account`);
  if ([order, listing].some((one) => one.gameId !== gameId || one.kindId !== kindId))
    violations.push(`${itemId} was sold to an order for another card`);
  if (listing.price > order.price || (price !== order.price && price !== listing.price))
    violations.push(`${itemId} for ${listing.price} was sold for ${price} to ${order.price}`);
  if (acknowledged !== undefined && acknowledged !== price)
    violations.push(`${itemId} was sold for ${price} instead of ${acknowledged}`);
  return order.buyer;
}

/**
 * Compares each stored order with the acknowledged ones. Returns what each account has set aside, in cents.
 */
export async function compareOrders(db: Database, model: Model, violations: string[]) {
  const setAside = new Map<Account, number>();
  const missing = new Set(model.orders.keys());
  for (const stored of await db.query.marketOrders.findMany()) {
    const { id, buyerId, price, quantity, remaining, state } = stored;
    const order = model.orders.get(id);
    if (!missing.delete(id) || !order) {
      violations.push(`order ${id} was placed without an acknowledgement`);
      continue;
    }
    const { buyer, returned } = order;
    if (buyer.actor.id !== buyerId || order.price !== price || order.quantity !== quantity)
      violations.push(`order ${id} is not what was placed`);
    if (returned !== null && (state !== 'cancelled' || returned !== price * remaining))
      violations.push(`order ${id} is ${state}, and ${returned} returned`);
    if (state === 'open') setAside.set(buyer, (setAside.get(buyer) ?? 0) + price * remaining);
  }
  for (const id of missing) violations.push(`order ${id} is lost`);
  return setAside;
}
