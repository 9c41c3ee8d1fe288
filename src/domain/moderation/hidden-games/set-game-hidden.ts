import { and, eq, ne, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import type { Transaction } from '#database/pg-patches/transaction.ts';
import { gameSearch, games } from '#database/schema.ts';
import { endTradeOffersOfGame } from '#database/sql/close-trade-offers.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { publishGameChange } from '../../catalog/own-games/publish-game-change.ts';
import { saveSearch } from '../../catalog/search/save-game-search.ts';
import type { Ctx } from '../../context.ts';
import { endMarketOfGame, lockMarketOfGame } from '../../market/end-market-of-game.ts';
import { addOwnSiteNotifications } from '../../notifications/add-notification.ts';
import { requireCatalogEditor } from '../../permissions/require-catalog-editor.ts';
import { appendToAdminLog } from '../../site/append-to-admin-log.ts';
import { describeEndedTrading } from './describe-ended-trading.ts';

/** What hiding a game has ended. */
export interface EndedTrading {
  orders: number;
  listings: number;
  offers: number;
}

interface Change {
  gameId: number;
  isHidden: boolean;
  /** Whether the cards of a hidden game can still be traded. */
  keepsTrading?: boolean;
}

const nothing: EndedTrading = { orders: 0, listings: 0, offers: 0 };

/**
 * Hides a game or shows it again. A hidden game exists for its owners only. Unless its trading goes on, hiding ends all
 * trading of its cards in the same transaction: listings are withdrawn, buy orders end and their money returns, and
 * trade offers with its cards end. The people whose trading ended get a notification. Showing it again brings none of
 * them back. Doing it again changes nothing.
 * @throws AppError `login-required`, `catalog-editors-only`, `game-not-found`.
 */
export async function setGameHidden(ctx: Ctx, change: Change): Promise<EndedTrading> {
  const { id: accountId } = requireCatalogEditor(ctx);
  const at = ctx.clock.now();
  const endsTrading = change.isHidden && !change.keepsTrading;
  const { ended, traders } = await ctx.db.transaction(async (tx) => {
    const game = await findGame(tx, change.gameId);
    if (game.isHidden === change.isHidden) return { ended: nothing, traders: [] };
    const { traders, notices, ...ended } = endsTrading
      ? await endTrading(tx, change.gameId, at)
      : { ...nothing, traders: [], notices: [] };
    if (!(await store(tx, change, at))) return { ended: nothing, traders: [] };
    await addOwnSiteNotifications(tx, describeEndedTrading(notices, { ...change, ...game, at }));
    // The lists of the shop, the search and the APIs read this table.
    if (change.isHidden) await tx.delete(gameSearch).where(eq(gameSearch.gameId, change.gameId));
    else await saveSearch(tx, [{ id: change.gameId, name: game.name }]);
    await appendToAdminLog(tx, {
      accountId,
      act: change.isHidden ? 'hide-game' : 'show-game',
      subject: String(change.gameId),
      details: { name: game.name, ...(endsTrading && ended) },
      at,
    });
    return { ended, traders };
  });
  publishGameChange(ctx);
  if (endsTrading) ctx.notifier.deliverSoon();
  if (traders.length > 0) ctx.events.publish({ type: 'trades-changed', userIds: traders });
  return ended;
}

async function findGame(tx: Queryable, gameId: number) {
  const [game] = await tx
    .select({ name: games.name, isHidden: games.isHidden })
    .from(games)
    .where(eq(games.id, gameId));
  if (!game) throw new AppError('game-not-found');
  return game;
}

/** Ends the trading of the game's cards. `traders` are the accounts whose trade offers ended. */
async function endTrading(tx: Transaction, gameId: number, at: Date) {
  const market = await lockMarketOfGame(tx, gameId);
  const offers = await endTradeOffersOfGame(tx, { gameId, at });
  const people = offers.flatMap(({ senderId, recipientId }) => [senderId, recipientId]);
  const ended = await endMarketOfGame(tx, market, at);
  return {
    orders: ended.buyers.reduce((sum, { orders }) => sum + orders, 0),
    listings: ended.sellers.reduce((sum, { listings }) => sum + listings, 0),
    offers: offers.length,
    traders: [...new Set(people)],
    notices: [
      ...ended.buyers,
      ...ended.sellers,
      ...people.map((userId) => ({ userId, offers: 1 })),
    ],
  };
}

/** False if another transaction has done the same meanwhile. */
async function store(
  tx: Queryable,
  { gameId, isHidden, keepsTrading = false }: Change,
  at: Date,
): Promise<boolean> {
  const stored = await tx
    .update(games)
    .set({
      isHidden,
      hiddenBySource: false,
      keepsTrading: isHidden && keepsTrading,
      updatedAt: at,
      version: sql`${games.version} + 1`,
    })
    .where(and(eq(games.id, gameId), ne(games.isHidden, isHidden)))
    .returning({ id: games.id });
  return stored.length > 0;
}
