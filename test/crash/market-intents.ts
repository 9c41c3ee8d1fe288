import { randomUUID } from 'node:crypto';
import { duplicateFields } from '#shared/format/price.ts';

/** What somebody can want on the market. */
export type IntentKind =
  | 'sell'
  | 'sell-duplicates'
  | 'reprice'
  | 'remove'
  | 'remove-all'
  | 'buy'
  | 'buy-missing'
  | 'top-up';

/** What a trader wants, with the form that asks for it. */
export interface Intent {
  kind: IntentKind;
  path: string;
  fields: Record<string, string>;
}

/** A card that can be traded: of a kind, and of the game it was won in. */
export interface TradedCard {
  gameId: number;
  kindId: string;
}

const listings = '/community/market/listings';

/** The forms of the account `username`, each with a key of its own; prices and amounts in cents. */
export function intentsOf(username: string) {
  const intent = (kind: IntentKind, path: string, fields: Record<string, string>): Intent => ({
    kind,
    path,
    fields: { key: newKey(), ...fields },
  });
  const inventory = `/profile/${username}/inventory`;
  return {
    sell: ({ gameId, kindId }: TradedCard, price: number) =>
      intent('sell', inventory, { gameId: String(gameId), kindId, price: decimal(price) }),

    /** Sells so many copies, of which there must be one more. */
    sellDuplicates(card: TradedCard, price: number, copies: number) {
      const names = duplicateFields(card);
      return intent('sell-duplicates', `${inventory}/duplicates`, {
        [names.price]: decimal(price),
        [names.copies]: String(copies),
      });
    },

    reprice: (itemId: string, price: number) =>
      intent('reprice', listings, { intent: 'reprice', itemId, price: decimal(price) }),

    remove: (itemId: string) => intent('remove', listings, { intent: 'remove', itemId }),

    removeAll: () => intent('remove-all', listings, { intent: 'remove-all' }),

    buy: (itemId: string) => intent('buy', '/community/market', { intent: 'buy', itemId }),

    buyMissing: (gameId: number, maximum: number) =>
      intent('buy-missing', `/collection/${gameId}`, { maximum: decimal(maximum) }),

    topUp: (amount: number) => intent('top-up', '/add-money', { amount: decimal(amount) }),
  };
}

/** A form's key. */
export const newKey = () => randomUUID();

/** Cents as typed into a form. */
export function decimal(cents: number): string {
  return (cents / 100).toFixed(2);
}

/** Cents of what was typed or is shown. */
export function cents(text: string): number {
  return Math.round(Number(text.replaceAll(',', '')) * 100);
}
