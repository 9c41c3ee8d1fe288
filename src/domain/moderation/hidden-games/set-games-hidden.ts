import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Transaction } from '#database/pg-patches/transaction.ts';
import {
  gameSearch,
  games,
  marketListings,
  marketOrders,
  tradeOfferCards,
  tradeOffers,
} from '#database/schema.ts';
import { allGamesConstants } from '#shared/constants/catalog/all-games.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { GameFilter } from '#shared/schemas/all-games.ts';
import { countMatchingGames, matchesFilter } from '../../catalog/all-games/list-all-games.ts';
import { lockGamesInOrder } from '../../catalog/all-games/lock-games.ts';
import { publishGameChange } from '../../catalog/own-games/publish-game-change.ts';
import { saveSearch } from '../../catalog/search/save-game-search.ts';
import type { Ctx } from '../../context.ts';
import { lockTradingOf } from '../../market/orders/book-lock.ts';
import { requireCatalogEditor } from '../../permissions/require-catalog-editor.ts';
import { appendToAdminLog } from '../../site/append-to-admin-log.ts';
import { setGameHidden } from './set-game-hidden.ts';

interface Change {
  filter: GameFilter;
  isHidden: boolean;
  keepsTrading?: boolean;
  /** How many games the editor was told. */
  expected: number;
}

/**
 * Hides all games of a filter, or shows them again, as `setGameHidden` does with one. Returns how many it changed: at
 * most `changedMax`, the others with the next call. It works in transactions of some games each: after a crash, those
 * of the finished ones are changed.
 * @throws AppError `login-required`, `catalog-editors-only`; `games-changed` if the filter has another number of games
 * by now.
 */
export async function setGamesHidden(ctx: Ctx, change: Change): Promise<number> {
  requireCatalogEditor(ctx);
  const { isHidden } = change;
  const { total, hidden } = await countMatchingGames(ctx, change.filter);
  if ((isHidden ? total - hidden : hidden) !== change.expected) throw new AppError('games-changed');
  const { changedMax } = allGamesConstants;
  let changed = 0;
  let last: number | undefined;
  do {
    const batch = await findGamesAfter(ctx, change, last);
    last = batch.at(-1);
    if (last === undefined) break;
    const done = await ctx.db.transaction((tx) => changeBatch(ctx, tx, batch, change));
    for (const gameId of done.traded) await setGameHidden(ctx, { gameId, isHidden });
    changed += done.changed + done.traded.length;
  } while (changed < changedMax);
  publishGameChange(ctx);
  return changed;
}

/** The ids of some games that are to be changed, the first after the id `last`. */
async function findGamesAfter(
  { db }: Pick<Ctx, 'db'>,
  { filter, isHidden }: Change,
  last = 0,
): Promise<number[]> {
  const rows = await db
    .select({ id: games.id })
    .from(games)
    .where(and(matchesFilter(filter), eq(games.isHidden, !isHidden), gt(games.id, last)))
    .orderBy(asc(games.id))
    .limit(allGamesConstants.batchMax);
  return rows.map(({ id }) => id);
}

/** Changes those games of which nothing has to end; `traded` are the others. */
async function changeBatch(
  ctx: Ctx,
  tx: Transaction,
  ids: readonly number[],
  { filter, isHidden, keepsTrading = false }: Change,
): Promise<{ changed: number; traded: number[] }> {
  const traded = isHidden && !keepsTrading ? await lockAndFindTraded(tx, ids) : [];
  const at = ctx.clock.now();
  await lockGamesInOrder(tx, inArray(games.id, [...ids]));
  const stored = await tx
    .update(games)
    .set({
      isHidden,
      hiddenBySource: false,
      keepsTrading: isHidden && keepsTrading,
      updatedAt: at,
      version: sql`${games.version} + 1`,
    })
    .where(
      and(
        inArray(
          games.id,
          ids.filter((id) => !traded.includes(id)),
        ),
        eq(games.isHidden, !isHidden),
      ),
    )
    .returning({ id: games.id, name: games.name });
  if (stored.length === 0) return { changed: 0, traded };
  const changedIds = stored.map(({ id }) => id);
  if (isHidden) await tx.delete(gameSearch).where(inArray(gameSearch.gameId, changedIds));
  else await saveSearch(tx, stored);
  await appendToAdminLog(tx, {
    accountId: requireCatalogEditor(ctx).id,
    act: isHidden ? 'hide-games' : 'show-games',
    subject: 'games',
    details: { ...filter, games: stored.length, ids: changedIds },
    at,
  });
  return { changed: stored.length, traded };
}

/** Locks the trading of the games, and finds those whose cards are traded at the moment. */
async function lockAndFindTraded(tx: Transaction, ids: readonly number[]): Promise<number[]> {
  await lockTradingOf(tx, ids);
  const all = [...ids];
  const listed = tx
    .select({ id: marketListings.gameId })
    .from(marketListings)
    .where(inArray(marketListings.gameId, all));
  const ordered = tx
    .select({ id: marketOrders.gameId })
    .from(marketOrders)
    .where(and(eq(marketOrders.state, 'open'), inArray(marketOrders.gameId, all)));
  const offered = tx
    .select({ id: tradeOfferCards.gameId })
    .from(tradeOfferCards)
    .innerJoin(tradeOffers, eq(tradeOffers.id, tradeOfferCards.offerId))
    .where(and(eq(tradeOffers.state, 'open'), inArray(tradeOfferCards.gameId, all)));
  const rows = await listed.union(ordered).union(offered);
  return rows.map(({ id }) => id);
}
