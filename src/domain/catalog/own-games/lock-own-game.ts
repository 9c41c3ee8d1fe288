import { and, eq } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { games } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';

/** Locks a game of the site, so that simultaneous changes of it wait. @throws AppError `game-not-found`. */
export async function lockOwnGame(tx: Queryable, gameId: number): Promise<{ name: string }> {
  const [game] = await tx
    .select({ name: games.name })
    .from(games)
    .where(and(eq(games.id, gameId), eq(games.source, 'own')))
    .for('no key update');
  if (!game) throw new AppError('game-not-found');
  return game;
}
