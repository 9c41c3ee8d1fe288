import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { games } from '#database/schema.ts';
import { ownGameConstants } from '#shared/constants/catalog/own-games.ts';
import { partOffTexts } from '#shared/constants/site/site-parts.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { isPartOn } from '../site/site-parts.ts';

/**
 * SQL condition: the cards of this game may be traded, because the game is not hidden. Only the games of the site
 * can be hidden; nothing is read for others. It stays true only under `lockBooks` or `lockAgainstHiding`.
 */
export function isTradedGame(gameId: SQL): SQL {
  return sql`(${gameId} < ${sql.raw(String(ownGameConstants.idsFrom))} or not exists (
    select from ${games} as hidden where hidden.id = ${gameId} and hidden.is_hidden))`;
}

/** Why cards of a game cannot be bought or sold at the moment, in words; null if they can. For pages with forms. */
export async function findNoTradingReason(
  ctx: Parameters<typeof isPartOn>[0],
  gameId: number,
): Promise<string | null> {
  if (!(await isPartOn(ctx, 'market'))) return partOffTexts.market;
  const isHidden = await isAnyGameHidden(ctx.db, [gameId]);
  return isHidden ? new AppError('game-hidden').message : null;
}

/** Whether one of the games is hidden, so that its cards cannot be traded. */
export async function isAnyGameHidden(tx: Queryable, gameIds: readonly number[]): Promise<boolean> {
  const own = gameIds.filter((id) => id >= ownGameConstants.idsFrom);
  if (own.length === 0) return false;
  const hidden = await tx
    .select({ id: games.id })
    .from(games)
    .where(and(inArray(games.id, own), eq(games.isHidden, true)))
    .limit(1);
  return hidden.length > 0;
}
