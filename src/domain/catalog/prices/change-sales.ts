import { and, count, eq, gt, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { getViolatedConstraint } from '#database/postgres-errors.ts';
import { gameSales } from '#database/schema.ts';
import { priceConstants } from '#shared/constants/catalog/prices.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Clock } from '../../base-context.ts';
import type { Ctx } from '../../context.ts';
import { requireCatalogEditor } from '../../permissions/require-catalog-editor.ts';
import { appendToAdminLog } from '../../site/append-to-admin-log.ts';
import { publishPriceChange } from './read-prices.ts';
import { lockGame } from './set-game-price.ts';

interface NewSale {
  gameId: number;
  /** Cents. */
  price: number;
  startsAt: Date;
  /** The first moment at which the sale is over. */
  endsAt: Date;
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Adds a sale of a game. A start in the past means now.
 * @throws AppError `login-required`, `catalog-editors-only`, `game-not-found`, `sale-in-past`, `sale-too-long`,
 * `sale-overlaps`, `too-many-sales`.
 */
export async function addSale(ctx: Ctx, sale: NewSale): Promise<{ saleId: string }> {
  const { id: accountId } = requireCatalogEditor(ctx);
  try {
    const saleId = await ctx.db.transaction((tx) =>
      addSaleInTransaction(tx, ctx.clock, { accountId, ...sale }),
    );
    publishPriceChange(ctx);
    return { saleId };
  } catch (error) {
    if (getViolatedConstraint(error) === 'game_sales_apart') throw new AppError('sale-overlaps');
    throw error;
  }
}

/**
 * `addSale` in a transaction of the caller, which has checked the rights of the account. A sale that overlaps
 * another one breaks the constraint `game_sales_apart`.
 */
export async function addSaleInTransaction(
  tx: Queryable,
  clock: Clock,
  { accountId, gameId, price, endsAt, ...sale }: NewSale & { accountId: string },
): Promise<string> {
  const game = await lockGame(tx, gameId);
  const now = clock.now();
  const startsAt = sale.startsAt < now ? now : sale.startsAt;
  const problem = findPeriodProblem({ startsAt, endsAt }, now);
  if (problem) throw new AppError(problem);
  const [toCome] = await tx
    .select({ sales: count() })
    .from(gameSales)
    .where(and(eq(gameSales.gameId, gameId), gt(gameSales.endsAt, now)));
  if ((toCome?.sales ?? 0) >= priceConstants.salesToComeMax) throw new AppError('too-many-sales');
  const [created] = await tx
    .insert(gameSales)
    .values({ gameId, price, startsAt, endsAt, createdBy: accountId, createdAt: now })
    .returning({ id: gameSales.id });
  if (!created) throw new Error('The insert of a sale returned no row.');
  await appendToAdminLog(tx, {
    accountId,
    act: 'add-sale',
    subject: String(gameId),
    details: { game, price, startsAt, endsAt },
    at: now,
  });
  return created.id;
}

/** What is wrong with the times of a sale; null for a possible one. */
export function findPeriodProblem(
  { startsAt, endsAt }: Pick<NewSale, 'startsAt' | 'endsAt'>,
  now: Date,
): 'sale-in-past' | 'sale-too-long' | null {
  if (endsAt <= startsAt) return 'sale-in-past';
  const tooLate = startsAt.getTime() > now.getTime() + priceConstants.saleAheadDaysMax * dayMs;
  const tooLong = endsAt.getTime() - startsAt.getTime() > priceConstants.saleDaysMax * dayMs;
  return tooLate || tooLong ? 'sale-too-long' : null;
}

/**
 * Ends a sale now, or removes one that is still to come.
 * @throws AppError `login-required`, `catalog-editors-only`, `game-not-found`, `sale-not-found`.
 */
export async function endSale(
  ctx: Ctx,
  { gameId, saleId }: { gameId: number; saleId: string },
): Promise<void> {
  const { id: accountId } = requireCatalogEditor(ctx);
  try {
    await ctx.db.transaction((tx) =>
      endSaleInTransaction(tx, ctx.clock, { gameId, saleId, accountId }),
    );
  } catch (error) {
    // By the clock of another node it has begun, and a game was bought in it.
    if (getViolatedConstraint(error) === 'owned_games_sale_id_game_sales_id_fk') {
      throw new AppError('sale-not-found');
    }
    throw error;
  }
  publishPriceChange(ctx);
}

async function endSaleInTransaction(
  tx: Queryable,
  clock: Clock,
  { gameId, saleId, accountId }: { gameId: number; saleId: string; accountId: string },
): Promise<void> {
  const game = await lockGame(tx, gameId);
  const now = clock.now();
  const isOpen = and(
    eq(gameSales.id, saleId),
    eq(gameSales.gameId, gameId),
    gt(gameSales.endsAt, now),
  );
  const removed = await tx
    .delete(gameSales)
    .where(and(isOpen, gt(gameSales.startsAt, now)))
    .returning({ price: gameSales.price });
  const ended =
    removed.length > 0
      ? removed
      : await tx
          .update(gameSales)
          // One that began in this millisecond lasts one.
          .set({
            endsAt: sql`greatest(${now.toISOString()}::timestamptz, ${gameSales.startsAt} + interval '1 ms')`,
            isEndedEarly: true,
          })
          .where(isOpen)
          .returning({ price: gameSales.price });
  if (!ended[0]) throw new AppError('sale-not-found');
  await appendToAdminLog(tx, {
    accountId,
    act: 'end-sale',
    subject: String(gameId),
    details: { game, price: ended[0].price },
    at: now,
  });
}
