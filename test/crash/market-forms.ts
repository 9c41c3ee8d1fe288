import { randomUUID } from 'node:crypto';
import { getDuplicateFieldNames } from '#shared/schemas/market/duplicate-field-names.ts';

/** The kinds of forms that a trader sends. */
export type MarketFormKind =
  | 'sell'
  | 'sell-duplicates'
  | 'reprice'
  | 'remove'
  | 'remove-all'
  | 'buy'
  | 'buy-missing'
  | 'top-up'
  | 'place-order'
  | 'cancel-order';

/** A form of a trader. */
export interface MarketForm {
  kind: MarketFormKind;
  path: string;
  fields: Record<string, string>;
}

/** A stack of cards that can be traded: the game and the card kind. */
export interface TradedCard {
  gameId: number;
  kindId: string;
}

const listings = '/community/market/listings';
const orders = '/community/market/orders';

/** Creates forms of the account `username`, each with a new idempotency key. Prices and amounts are cents. */
export function marketFormsOf(username: string) {
  const intent = (
    kind: MarketFormKind,
    path: string,
    fields: Record<string, string>,
  ): MarketForm => ({
    kind,
    path,
    fields: { key: newKey(), ...fields },
  });
  const inventory = `/profile/${username}/inventory`;
  return {
    /** Sells a copy, also at once to an order: the seller has confirmed to get one cent or more. */
    sell: ({ gameId, kindId }: TradedCard, price: number) =>
      intent('sell', inventory, {
        gameId: String(gameId),
        kindId,
        price: formatCents(price),
        confirmed: '1',
      }),

    /** Sells `copies` copies. The player must have at least one more. */
    sellDuplicates(card: TradedCard, price: number, copies: number) {
      const names = getDuplicateFieldNames(card);
      return intent('sell-duplicates', `${inventory}/duplicates`, {
        [names.price]: formatCents(price),
        [names.copies]: String(copies),
      });
    },

    reprice: (itemId: string, price: number) =>
      intent('reprice', listings, { intent: 'reprice', itemId, price: formatCents(price) }),

    remove: (itemId: string) => intent('remove', listings, { intent: 'remove', itemId }),

    removeAll: () => intent('remove-all', listings, { intent: 'remove-all' }),

    buy: (itemId: string) => intent('buy', '/community/market', { intent: 'buy', itemId }),

    buyMissing: (gameId: number, maximum: number) =>
      intent('buy-missing', `/collection/${gameId}`, { maximum: formatCents(maximum) }),

    placeOrder: ({ gameId, kindId }: TradedCard, price: number, quantity: number) =>
      intent('place-order', orders, {
        intent: 'place',
        gameId: String(gameId),
        kindId,
        price: formatCents(price),
        quantity: String(quantity),
      }),

    cancelOrder: (orderId: string) => intent('cancel-order', orders, { intent: 'cancel', orderId }),

    topUp: (amount: number) => intent('top-up', '/add-money', { amount: formatCents(amount) }),
  };
}

/** A new idempotency key. */
export const newKey = () => randomUUID();

/** Formats cents for a form field. */
export function formatCents(cents: number): string {
  return (cents / 100).toFixed(2);
}

/** Parses an amount of a form or page as cents. */
export function parseCents(text: string): number {
  return Math.round(Number(text.replaceAll(',', '')) * 100);
}
