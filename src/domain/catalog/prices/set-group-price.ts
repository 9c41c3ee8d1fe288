import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { boolean } from '#database/column-types.ts';
import { gameGroupPrices, games, groups } from '#database/schema.ts';
import { typedSql } from '#database/typed-sql.ts';
import { priceConstants } from '#shared/constants/catalog/prices.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Clock } from '../../base-context.ts';
import type { Ctx } from '../../context.ts';
import { requireCatalogEditor } from '../../permissions/require-catalog-editor.ts';
import { appendToAdminLog } from '../../site/append-to-admin-log.ts';
import { publishPriceChange } from './read-prices.ts';
import { lockGame } from './set-game-price.ts';

interface GroupPrice {
  gameId: number;
  groupId: string;
  /** Cents, 0 for a free game; null for none. */
  price: number | null;
}

const isCurrent = isNull(gameGroupPrices.replacedAt);

/**
 * Sets or ends the price of a game for the members of a group. They pay it while it is lower than the price for
 * everybody. Purchases that began before pay the earlier price.
 * @throws AppError `login-required`, `catalog-editors-only`, `group-gone`, `game-not-found`, `group-price-limit`.
 */
export async function setGroupPrice(
  ctx: Ctx,
  { gameId, groupId, price }: GroupPrice,
): Promise<void> {
  const { id: accountId } = requireCatalogEditor(ctx);
  await ctx.db.transaction(async (tx) => {
    // A price hangs on the group: nobody may enter it by himself meanwhile.
    const [group] = await tx
      .select({ name: groups.name })
      .from(groups)
      .where(eq(groups.id, groupId))
      .for('update');
    if (!group) throw new AppError('group-gone');
    const game = await lockGame(tx, gameId);
    // After the lock, so that the prices of a game are in the order of time.
    const now = ctx.clock.now();
    const isOfGame = and(eq(gameGroupPrices.gameId, gameId), isCurrent);
    const ofGroup = and(isOfGame, eq(gameGroupPrices.groupId, groupId));
    const [before] = await tx
      .select({ price: gameGroupPrices.price })
      .from(gameGroupPrices)
      .where(ofGroup);
    if ((before?.price ?? null) === price) return;
    await tx.update(gameGroupPrices).set({ replacedAt: now }).where(ofGroup);
    if (price !== null) {
      if ((await tx.$count(gameGroupPrices, isOfGame)) >= priceConstants.groupPricesMax)
        throw new AppError('group-price-limit');
      await tx
        .insert(gameGroupPrices)
        .values({ gameId, groupId, price, setBy: accountId, setAt: now });
    }
    await markGroupPrices(tx, [gameId]);
    await appendToAdminLog(tx, {
      accountId,
      act: 'set-group-price',
      subject: String(gameId),
      details: { game, group: group.name, from: before?.price ?? null, to: price },
      at: now,
    });
  });
  publishPriceChange(ctx);
}

/** Ends the prices for the members of a group that is deleted. The caller has locked its row. */
export async function endPricesOfGroup(
  tx: Queryable,
  { clock }: { clock: Clock },
  groupId: string,
): Promise<void> {
  const ofGroup = and(eq(gameGroupPrices.groupId, groupId), isCurrent);
  const priced = await tx
    .select({ id: games.id })
    .from(games)
    .where(
      inArray(
        games.id,
        tx.select({ id: gameGroupPrices.gameId }).from(gameGroupPrices).where(ofGroup),
      ),
    )
    .orderBy(asc(games.id))
    .for('no key update');
  await tx.update(gameGroupPrices).set({ replacedAt: clock.now() }).where(ofGroup);
  await markGroupPrices(
    tx,
    priced.map(({ id }) => id),
  );
}

/** Writes on games, which the caller has locked, whether they have prices for groups. */
async function markGroupPrices(tx: Queryable, gameIds: readonly number[]): Promise<void> {
  if (gameIds.length === 0) return;
  await tx
    .update(games)
    .set({
      hasGroupPrices: typedSql(
        boolean,
        sql`exists (select from ${gameGroupPrices} as current
          where current.game_id = games.id and current.replaced_at is null)`,
      ),
    })
    .where(inArray(games.id, [...gameIds]));
}
