import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { games } from '#database/schema.ts';
import { partOffTexts } from '#shared/constants/site/site-parts.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { canBeHidden } from '../catalog/all-games/has-hidden-games.ts';
import { isPartOn } from '../site/site-parts.ts';

/**
 * SQL condition: the cards of this game may be traded, because the game is not hidden, or was hidden without an end
 * of its trading. It stays true only under `lockBooks` or `lockAgainstHiding`.
 */
export function isTradedGame(gameId: SQL): SQL {
  return sql`not exists (select from ${games} as hidden
    where hidden.id = ${gameId} and hidden.is_hidden and not hidden.keeps_trading)`;
}

/** Why cards of a game cannot be bought or sold at the moment, in words; null if they can. For pages with forms. */
export async function findNoTradingReason(
  ctx: Parameters<typeof isPartOn>[0],
  gameId: number,
): Promise<string | null> {
  if (!(await isPartOn(ctx, 'market'))) return partOffTexts.market;
  const isEnded = (await canBeHidden(ctx, gameId)) && (await isTradingEnded(ctx.db, [gameId]));
  return isEnded ? new AppError('game-hidden').message : null;
}

/** Whether the cards of one of the games cannot be traded, because it is hidden. */
export async function isTradingEnded(tx: Queryable, gameIds: readonly number[]): Promise<boolean> {
  const hidden = await tx
    .select({ id: games.id })
    .from(games)
    .where(
      and(inArray(games.id, [...gameIds]), eq(games.isHidden, true), eq(games.keepsTrading, false)),
    )
    .limit(1);
  return hidden.length > 0;
}
