import { eq } from 'drizzle-orm';
import { gameDeliveries } from '#database/schema.ts';
import { lockOwnGame } from '../../catalog/own-games/lock-own-game.ts';
import type { Ctx } from '../../context.ts';
import { requireCatalogEditor } from '../../permissions/require-catalog-editor.ts';
import { appendToAdminLog } from '../../site/append-to-admin-log.ts';

/**
 * Sets whether the page and the frame of a game that is played on this site are isolated from other origins.
 * @throws AppError `login-required`, `catalog-editors-only`, `game-not-found`.
 */
export async function setGameIsolation(
  ctx: Ctx,
  { gameId, isIsolated }: { gameId: number; isIsolated: boolean },
): Promise<void> {
  const { id: accountId } = requireCatalogEditor(ctx);
  await ctx.db.transaction(async (tx) => {
    const { name } = await lockOwnGame(tx, gameId);
    await tx
      .insert(gameDeliveries)
      .values({ gameId, isIsolated })
      .onConflictDoUpdate({ target: gameDeliveries.gameId, set: { isIsolated } });
    await appendToAdminLog(tx, {
      accountId,
      act: isIsolated ? 'isolate-game' : 'end-game-isolation',
      subject: String(gameId),
      details: { name },
      at: ctx.clock.now(),
    });
  });
}

/** Whether the page and the frame of a game are isolated, for its editors. @throws AppError `login-required`, `catalog-editors-only`. */
export async function getGameIsolation(ctx: Ctx, gameId: number): Promise<boolean> {
  requireCatalogEditor(ctx);
  const [delivery] = await ctx.db
    .select({ isIsolated: gameDeliveries.isIsolated })
    .from(gameDeliveries)
    .where(eq(gameDeliveries.gameId, gameId));
  return delivery?.isIsolated ?? false;
}
