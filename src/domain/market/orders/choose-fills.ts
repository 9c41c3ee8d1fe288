import { getMarketFee } from '#shared/format/amounts/seller-share.ts';

/** An open order and a listing at or below its price, and what their accounts may still trade. Money in cents. */
export interface OrderListingPair {
  orderId: string;
  buyerId: string;
  /** The order's price, and the copies that it still buys. */
  orderPrice: number;
  remaining: number;
  itemId: string;
  sellerId: string;
  /** The price of a trade: that of the order or the listing, whichever was there first. */
  price: number;
  /** The trades of both accounts that are left today. */
  pairTrades: number;
  /** Whether they have traded today. Only then `pairCents`, what is left of their limit, stops a trade. */
  pairTraded: boolean;
  pairCents: number;
  /** What an account in its first 24 hours may still buy and sell for; null for others. */
  buyerCents: number | null;
  sellerCents: number | null;
  /** What each may still get from newcomers today; null when the other one is no newcomer. The buyer gets `cardValue`. */
  sellerGain: number | null;
  buyerGain: number | null;
  cardValue: number;
  /** How much money the seller's wallet can still take. */
  sellerRoom: number;
}

/** A trade of one copy through an order. */
export interface Fill {
  orderId: string;
  buyerId: string;
  orderPrice: number;
  itemId: string;
  sellerId: string;
  price: number;
  /** What the seller's price is reduced by. */
  fee: number;
}

/** Amounts that are used up one trade after the other, by a key. */
function createRest() {
  const rest = new Map<string, number>();
  return {
    get: (key: string, start: number | null) => rest.get(key) ?? start ?? Infinity,
    use(key: string, start: number | null, amount: number) {
      rest.set(key, (rest.get(key) ?? start ?? Infinity) - amount);
    },
  };
}

/**
 * Chooses the trades of a book: the best order first, and for it the cheapest listing first. `pairs` is in
 * this order, so price and time decide. A pair whose accounts may not trade any more is skipped; both keep
 * their places. Each limit counts the trades chosen before.
 */
export function chooseFills(
  pairs: readonly OrderListingPair[],
  { feePercent, fillsMax }: { feePercent: number; fillsMax: number },
): Fill[] {
  const fills: Fill[] = [];
  const sold = new Set<string>();
  const traded = new Set<string>();
  const rest = createRest();
  for (const pair of pairs) {
    if (fills.length >= fillsMax) break;
    const { orderId, buyerId, itemId, sellerId, orderPrice, price } = pair;
    const fee = getMarketFee(price, feePercent);
    const traders = [buyerId, sellerId].toSorted().join(' ');
    const uses: [key: string, start: number | null, amount: number][] = [
      [`order ${orderId}`, pair.remaining, 1],
      [`trades ${traders}`, pair.pairTrades, 1],
      [`buyer ${buyerId}`, pair.buyerCents, price],
      [`seller ${sellerId}`, pair.sellerCents, price],
      [`room ${sellerId}`, pair.sellerRoom, price - fee],
    ];
    if (pair.sellerGain !== null) uses.push([`gain ${sellerId}`, pair.sellerGain, price]);
    if (pair.buyerGain !== null) uses.push([`gain ${buyerId}`, pair.buyerGain, pair.cardValue]);
    if (sold.has(itemId) || uses.some(([key, start, amount]) => rest.get(key, start) < amount))
      continue;
    // The first trade of two accounts may exceed their limit; then there is no second one.
    const pairCents = `cents ${traders}`;
    const hasTraded = pair.pairTraded || traded.has(traders);
    if (hasTraded && rest.get(pairCents, pair.pairCents) < price) continue;
    rest.use(pairCents, pair.pairCents, price);
    for (const [key, start, amount] of uses) rest.use(key, start, amount);
    sold.add(itemId);
    traded.add(traders);
    fills.push({ orderId, buyerId, orderPrice, itemId, sellerId, price, fee });
  }
  return fills;
}
