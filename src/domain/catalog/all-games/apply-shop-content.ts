import { and, eq, inArray, isNotNull, not, or, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { gameSearch, games } from '#database/schema.ts';
import {
  gameSources,
  isSourceShown,
  type ShopContent,
} from '#shared/constants/catalog/game-sources.ts';
import { saveSearch } from '../search/save-game-search.ts';
import { lockGamesInOrder } from './lock-games.ts';

/**
 * Hides all games of the sources that the shop no longer holds, and shows those again that it hid for this reason.
 * Games that an editor hid stay hidden, and those that an editor showed are hidden again only with the next change.
 * What accounts own stays theirs, and the trading of its cards goes on.
 */
export async function applyShopContent(tx: Queryable, content: ShopContent): Promise<void> {
  const held = gameSources.filter((source) => isSourceShown(content, source));
  const isHeld =
    or(
      inArray(games.source, held),
      // A bundled game about which the games database has said more. Only bundled games have drawn covers.
      isSourceShown(content, 'bundle') ? isNotNull(games.drawnCover) : undefined,
    ) ?? sql`true`;
  const isShownAgain = and(isHeld, eq(games.hiddenBySource, true));
  const isHiddenNow = and(not(isHeld), eq(games.isHidden, false));
  await lockGamesInOrder(tx, or(isShownAgain, isHiddenNow));
  const shown = await tx
    .update(games)
    .set({ isHidden: false, hiddenBySource: false, keepsTrading: false })
    .where(isShownAgain)
    .returning({ id: games.id, name: games.name });
  if (shown.length > 0) await saveSearch(tx, shown);
  if (held.length === gameSources.length) return;
  await tx
    .update(games)
    .set({ isHidden: true, hiddenBySource: true, keepsTrading: true })
    .where(isHiddenNow);
  const hidden = tx
    .select({ id: games.id })
    .from(games)
    .where(and(not(isHeld), eq(games.isHidden, true)));
  await tx.delete(gameSearch).where(inArray(gameSearch.gameId, hidden));
}
