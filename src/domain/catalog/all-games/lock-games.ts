import { asc, count, type SQL } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { games } from '#database/schema.ts';

/**
 * Locks the rows of games in the order of their ids until the transaction ends. Without it, two changes of many games
 * lock them in the order in which they lie on the disk, and can wait for each other.
 */
export async function lockGamesInOrder(tx: Queryable, which: SQL | undefined): Promise<void> {
  const locked = tx
    .select({ id: games.id })
    .from(games)
    .where(which)
    .orderBy(asc(games.id))
    .for('no key update')
    .as('locked');
  await tx.select({ games: count() }).from(locked);
}
