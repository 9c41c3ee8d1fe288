import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { json } from '#database/column-types.ts';
import type { Transaction } from '#database/pg-patches/transaction.ts';
import { prepareStatement } from '#database/prepared-query.ts';

/** A card of the market: card kind and game. */
export interface BookCard {
  gameId: number;
  kindId: string;
}

/** The first key of the advisory locks on order books. It separates them from other advisory locks. */
const lockSpace = 0x6f7264;

const lock = prepareStatement<{ locked: unknown }, { cards: string }>(
  'lock-order-books',
  { locked: json(z.unknown()) },
  sql`select to_json(pg_advisory_xact_lock(${sql.raw(String(lockSpace))}, place)::text) as locked
    from (select distinct hashtext(card) as place
      from jsonb_array_elements_text(${sql.placeholder('cards')}::jsonb) as cards (card)
      order by place) as places`,
);

/**
 * Locks the order books of cards until the transaction ends, in the order of their hashes. A transaction that
 * adds a listing or a buy order, changes a price or matches has this lock, so that no two miss each other.
 */
export async function lockBooks(tx: Transaction, cards: readonly BookCard[]): Promise<void> {
  await lock(tx, {
    cards: JSON.stringify(cards.map(({ gameId, kindId }) => `${gameId} ${kindId}`)),
  });
}
