import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import { gameDeliveries, gameKeys } from '#database/schema.ts';
import { ownGameConstants } from '#shared/constants/catalog/own-games.ts';
import type { Ctx } from '../../context.ts';

type KeysCtx = Pick<Ctx, 'db' | 'encryption'>;

/** Whether each purchase of a game gets a key. Only games of the site can have keys. */
async function needsKey({ db }: Pick<Ctx, 'db'>, gameId: number): Promise<boolean> {
  if (gameId < ownGameConstants.idsFrom) return false;
  const rows = await db
    .select({ gameId: gameDeliveries.gameId })
    .from(gameDeliveries)
    .where(and(eq(gameDeliveries.gameId, gameId), isNotNull(gameDeliveries.keysSince)));
  return rows.length > 0;
}

/** Selects the first unused key of a game that this node can decrypt. */
function selectUnusedKey({ db, encryption }: KeysCtx, gameId: number) {
  return db
    .select({ id: gameKeys.id })
    .from(gameKeys)
    .where(
      and(
        eq(gameKeys.gameId, gameId),
        isNull(gameKeys.userId),
        inArray(gameKeys.encryptedBy, [...encryption.keyIds]),
      ),
    )
    .orderBy(gameKeys.id)
    .limit(1);
}

/** Waits for the purchases that are taking keys of a game, then says whether an unused key is left. */
export async function waitForUnusedKey(ctx: KeysCtx, gameId: number): Promise<boolean> {
  return (await selectUnusedKey(ctx, gameId).for('update')).length > 0;
}

/** Whether nobody can buy a game now, because its keys are used up. */
export async function isSoldOut(ctx: KeysCtx, gameId: number): Promise<boolean> {
  return (await needsKey(ctx, gameId)) && (await selectUnusedKey(ctx, gameId)).length === 0;
}
