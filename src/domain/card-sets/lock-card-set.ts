import { eq } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { games } from '#database/schema.ts';
import { ownGameConstants } from '#shared/constants/catalog/own-games.ts';

/**
 * Keeps the card set of a game as it is until the transaction ends. A transaction that makes a card calls it
 * before it reads the set: a new version waits for it, and it waits for a new version that is being saved. So no
 * card is made of a kind that has left the set. Only the sets of the games of the site change.
 */
export async function lockSetAgainstChanges(tx: Queryable, gameId: number): Promise<void> {
  if (gameId < ownGameConstants.idsFrom) return;
  await tx.select({ id: games.id }).from(games).where(eq(games.id, gameId)).for('key share');
}

/** Locks the set of a game of the site for a new version. Returns the name of the game; null for another game. */
export async function lockCardSet(tx: Queryable, gameId: number): Promise<string | null> {
  const [game] = await tx
    .select({ name: games.name, source: games.source })
    .from(games)
    .where(eq(games.id, gameId))
    .for('update');
  return game?.source === 'own' ? game.name : null;
}
