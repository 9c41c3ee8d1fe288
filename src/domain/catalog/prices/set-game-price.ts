import { and, eq, isNull } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { gamePrices, games } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Clock } from '../../base-context.ts';
import type { Ctx } from '../../context.ts';
import { requireCatalogEditor } from '../../permissions/require-catalog-editor.ts';
import { appendToAdminLog } from '../../site/append-to-admin-log.ts';
import { publishPriceChange } from './read-prices.ts';

/**
 * Sets the own price of a game in cents, 0 for a free game; null for `GAME_PRICE`. A sale goes on. Purchases that
 * began before pay the earlier price.
 * @throws AppError `login-required`, `catalog-editors-only`, `game-not-found`.
 */
export async function setGamePrice(
  ctx: Ctx,
  { gameId, price }: { gameId: number; price: number | null },
): Promise<void> {
  const { id: accountId } = requireCatalogEditor(ctx);
  await ctx.db.transaction((tx) =>
    setGamePriceInTransaction(tx, ctx.clock, { accountId, gameId, price }),
  );
  publishPriceChange(ctx);
}

/** `setGamePrice` in a transaction of the caller, which has checked the rights of the account. */
export async function setGamePriceInTransaction(
  tx: Queryable,
  clock: Clock,
  { accountId, gameId, price }: { accountId: string; gameId: number; price: number | null },
): Promise<void> {
  const name = await lockGame(tx, gameId);
  // After the lock, so that the prices of a game are in the order of time.
  const now = clock.now();
  const current = and(eq(gamePrices.gameId, gameId), isNull(gamePrices.replacedAt));
  const [before] = await tx.select({ price: gamePrices.price }).from(gamePrices).where(current);
  if ((before?.price ?? null) === price) return;
  await tx.update(gamePrices).set({ replacedAt: now }).where(current);
  await tx.insert(gamePrices).values({ gameId, price, setBy: accountId, setAt: now });
  await appendToAdminLog(tx, {
    accountId,
    act: 'set-price',
    subject: String(gameId),
    details: { game: name, from: before?.price ?? null, to: price },
    at: now,
  });
}

/** Locks a game for a change of its prices and returns its name. @throws AppError `game-not-found`. */
export async function lockGame(tx: Queryable, gameId: number): Promise<string> {
  const [game] = await tx
    .select({ name: games.name })
    .from(games)
    .where(eq(games.id, gameId))
    .for('no key update');
  if (!game) throw new AppError('game-not-found');
  return game.name;
}
