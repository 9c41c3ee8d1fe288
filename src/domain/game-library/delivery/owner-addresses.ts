import { eq } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { gameDeliveries } from '#database/schema.ts';
import { ownGameConstants } from '#shared/constants/catalog/own-games.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { lockOwnGame } from '../../catalog/own-games/lock-own-game.ts';
import { publishGameChange } from '../../catalog/own-games/publish-game-change.ts';
import type { Ctx } from '../../context.ts';
import { requireCatalogEditor } from '../../permissions/require-catalog-editor.ts';
import { appendToAdminLog } from '../../site/append-to-admin-log.ts';

/** The addresses that owners of a game get; null for those that it does not have. */
export interface OwnerAddresses {
  link: string | null;
  playUrl: string | null;
}

/** The same with the content of an uploaded game for browsers, if there is one, and whether its frame is isolated. */
interface StoredLinks extends OwnerAddresses {
  webGameFileId: string | null;
  isIsolated: boolean;
}

const none: StoredLinks = { link: null, playUrl: null, webGameFileId: null, isIsolated: false };

/** The addresses of a game. The caller shows them to owners and editors only. */
export async function readOwnerAddresses(db: Queryable, gameId: number): Promise<StoredLinks> {
  if (gameId < ownGameConstants.idsFrom) return none;
  const [links] = await db
    .select({
      link: gameDeliveries.link,
      playUrl: gameDeliveries.playUrl,
      webGameFileId: gameDeliveries.webGameFileId,
      isIsolated: gameDeliveries.isIsolated,
    })
    .from(gameDeliveries)
    .where(eq(gameDeliveries.gameId, gameId));
  return links ?? none;
}

/**
 * The addresses of a game, for its editors.
 * @throws AppError `login-required`, `catalog-editors-only`.
 */
export async function getOwnerAddresses(ctx: Ctx, gameId: number): Promise<OwnerAddresses> {
  requireCatalogEditor(ctx);
  const { link, playUrl } = await readOwnerAddresses(ctx.db, gameId);
  return { link, playUrl };
}

/**
 * Saves the addresses that owners of a game of the site get. They are https addresses, checked by the schema.
 * @throws AppError `login-required`, `catalog-editors-only`, `own-address`, `game-not-found`.
 */
export async function setOwnerAddresses(
  ctx: Ctx,
  { gameId, ...links }: { gameId: number } & OwnerAddresses,
): Promise<void> {
  const { id: accountId } = requireCatalogEditor(ctx);
  const ownHost = new URL(ctx.request.origin).hostname;
  const { gamesOrigin } = ctx.site;
  const ownHosts = [ownHost, gamesOrigin && new URL(gamesOrigin).hostname];
  if (links.playUrl !== null && ownHosts.includes(new URL(links.playUrl).hostname))
    throw new AppError('own-address');
  await ctx.db.transaction(async (tx) => {
    const { name } = await lockOwnGame(tx, gameId);
    await tx
      .insert(gameDeliveries)
      .values({ gameId, ...links })
      .onConflictDoUpdate({ target: gameDeliveries.gameId, set: links });
    await appendToAdminLog(tx, {
      accountId,
      act: 'set-game-links',
      subject: String(gameId),
      details: { name, ...links },
      at: ctx.clock.now(),
    });
  });
  publishGameChange(ctx);
}
