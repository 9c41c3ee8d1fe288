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

/** The first key of the advisory locks on the trading of a game's cards. */
const gameLockSpace = 0x67616d;

const gameSpace = sql.raw(String(gameLockSpace));

const lock = prepareStatement<{ locked: unknown }, { cards: string; games: string }>(
  'lock-order-books',
  { locked: json(z.unknown()) },
  sql`with traded as materialized (
      select pg_advisory_xact_lock_shared(${gameSpace}, game_id)
      from (select value::integer as game_id
        from jsonb_array_elements_text(${sql.placeholder('games')}::jsonb) order by 1) as games
    )
    select to_json(pg_advisory_xact_lock(${sql.raw(String(lockSpace))}, place)::text) as locked
    from (select count(*) from traded) as first,
      (select distinct hashtext(card) as place
        from jsonb_array_elements_text(${sql.placeholder('cards')}::jsonb) as cards (card)
        order by place) as places`,
);

const lockGames = prepareStatement<{ locked: unknown }, { games: string }>(
  'lock-games-against-hiding',
  { locked: json(z.unknown()) },
  sql`select to_json(pg_advisory_xact_lock_shared(${gameSpace}, game_id)::text) as locked
    from (select value::integer as game_id
      from jsonb_array_elements_text(${sql.placeholder('games')}::jsonb) order by 1) as games`,
);

/**
 * Locks the order books of cards until the transaction ends, in the order of their hashes. A transaction that
 * adds a listing or a buy order, changes a price or matches has this lock, so that no two miss each other.
 * Until it ends, the games of the cards cannot be hidden (`lockTradingOf`).
 */
export async function lockBooks(tx: Transaction, cards: readonly BookCard[]): Promise<void> {
  const games = listGamesToLock(cards);
  await lock(tx, { cards: JSON.stringify(cards.map(toKey)), games: JSON.stringify(games) });
}

/**
 * Keeps the games of these cards as they are, shown or hidden, until the transaction ends. A transaction that
 * adds a trade offer calls it, as its first lock.
 */
export async function lockAgainstHiding(
  tx: Transaction,
  cards: readonly BookCard[],
): Promise<void> {
  const games = listGamesToLock(cards);
  if (games.length > 0) await lockGames(tx, { games: JSON.stringify(games) });
}

/**
 * Waits for all transactions that add a listing, a buy order or a trade offer with cards of the games, and makes
 * later ones wait until this transaction ends. It must be the first lock of the transaction.
 */
export async function lockTradingOf(tx: Transaction, gameIds: readonly number[]): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${gameSpace}, game_id)
    from (select distinct value::integer as game_id
      from jsonb_array_elements_text(${JSON.stringify(gameIds)}::jsonb) order by 1) as games`);
}

const listGamesToLock = (cards: readonly BookCard[]): number[] => [
  ...new Set(cards.map(({ gameId }) => gameId)),
];

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
