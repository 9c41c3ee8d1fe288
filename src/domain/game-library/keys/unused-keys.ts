import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import { gameDeliveries, gameKeys } from '#database/schema.ts';
import { ownGameConstants } from '#shared/constants/own-games.ts';
import type { Ctx } from '../../context.ts';

type KeysCtx = Pick<Ctx, 'db' | 'encryption'>;

/** Whether each purchase of a game gets a key. Only the games of the site ever have keys. */
export async function needsKey({ db }: Pick<Ctx, 'db'>, gameId: number): Promise<boolean> {
  if (gameId < ownGameConstants.idsFrom) return false;
  const rows = await db
    .select({ gameId: gameDeliveries.gameId })
    .from(gameDeliveries)
    .where(and(eq(gameDeliveries.gameId, gameId), isNotNull(gameDeliveries.keysSince)));
  return rows.length > 0;
}

/** Whether a game has an unused key that this node can decrypt. */
export async function hasUnusedKey({ db, encryption }: KeysCtx, gameId: number): Promise<boolean> {
  const rows = await db
    .select({ id: gameKeys.id })
    .from(gameKeys)
    .where(
      and(
        eq(gameKeys.gameId, gameId),
        isNull(gameKeys.userId),
        inArray(gameKeys.encryptedBy, [...encryption.keyIds]),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/** Whether nobody can buy a game now, because its keys are used up. */
export async function isSoldOut(ctx: KeysCtx, gameId: number): Promise<boolean> {
  return (await needsKey(ctx, gameId)) && !(await hasUnusedKey(ctx, gameId));
}
