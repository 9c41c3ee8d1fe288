import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { json } from '#database/column-types.ts';
import type { Transaction } from '#database/pg-patches/transaction.ts';
import { prepareStatement } from '#database/prepared-query.ts';
import type { Ctx } from '../../context.ts';

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
  await lock(tx, { cards: JSON.stringify(cards.map(toKey)) });
}

/**
 * Runs a transaction that locks these order books when no other one on this node has them. Requests that
 * wait here hold no database connection.
 */
export function queueForBooks<Answer>(
  { market }: Pick<Ctx, 'market'>,
  cards: readonly BookCard[],
  work: () => Promise<Answer>,
): Promise<Answer> {
  // All transactions take the queues in the same order, so that no two wait for each other.
  const keys = [...new Set(cards.map(toKey))].sort();
  const takeFrom = (place: number): Promise<Answer> => {
    const key = keys[place];
    if (key === undefined) return work();
    return market.listingQueue.take(`book ${key}`, () => takeFrom(place + 1), { leavesMore: true });
  };
  return takeFrom(0);
}

const toKey = ({ gameId, kindId }: BookCard) => `${gameId} ${kindId}`;
