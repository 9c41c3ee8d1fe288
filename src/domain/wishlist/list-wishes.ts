import { and, count, desc, eq, sql } from 'drizzle-orm';
import { integer, nullable } from '#database/column-types.ts';
import { prepareSelect } from '#database/prepared-select.ts';
import { cardKinds, games, marketListings, wishlistItems } from '#database/schema.ts';
import { typedSql } from '#database/typed-sql.ts';
import { wishlistConstants } from '#shared/constants/wishlist.ts';
import { selectCardPicture } from '../card-sets/card-picture.ts';
import type { Ctx } from '../context.ts';
import { countPages } from '../lib/page-count.ts';
import { requireActor } from '../permissions/require-actor.ts';

/**
 * A page of the actor's wishlist, the newest first. `cheapest` is the lowest price in cents at which another
 * player sells the card now.
 * @throws AppError `login-required`
 */
export async function listWishes(ctx: Ctx, { page }: { page: number }) {
  const { id: userId } = requireActor(ctx);
  const { pageSize } = wishlistConstants;
  const isOwn = eq(wishlistItems.userId, userId);
  const [[counted], items] = await Promise.all([
    ctx.db.select({ total: count() }).from(wishlistItems).where(isOwn),
    ctx.db
      .select({
        gameId: wishlistItems.gameId,
        gameName: games.name,
        kindId: wishlistItems.kindId,
        name: cardKinds.name,
        picture: selectCardPicture(wishlistItems.gameId),
        rarity: cardKinds.rarity,
        alertPrice: wishlistItems.alertPrice,
        cheapest: typedSql(
          nullable(integer),
          sql`(select item.price::integer from ${marketListings} as item
            where item.game_id = ${wishlistItems.gameId} and item.kind_id = ${wishlistItems.kindId}
              and item.seller_id <> ${userId}::uuid
            order by item.price limit 1)`,
        ),
      })
      .from(wishlistItems)
      .innerJoin(games, eq(games.id, wishlistItems.gameId))
      .innerJoin(cardKinds, eq(cardKinds.id, wishlistItems.kindId))
      .where(isOwn)
      .orderBy(desc(wishlistItems.addedAt), wishlistItems.gameId, wishlistItems.kindId)
      .limit(pageSize)
      .offset((page - 1) * pageSize),
  ]);
  const total = counted?.total ?? 0;
  return { items, total, pages: countPages(total, pageSize) };
}

/** A card of the wishlist with today's price. */
export type WishlistItem = Awaited<ReturnType<typeof listWishes>>['items'][number];

const readWish = prepareSelect('find-wish', (db) =>
  db
    .select({ alertPrice: wishlistItems.alertPrice })
    .from(wishlistItems)
    .where(
      and(
        eq(wishlistItems.userId, sql.placeholder('userId')),
        eq(wishlistItems.gameId, sql.placeholder('gameId')),
        eq(wishlistItems.kindId, sql.placeholder('kindId')),
      ),
    ),
);

/** The actor's wish for a card; null for a visitor and if the card is not on the wishlist. */
export async function getWish(
  { db, actor }: Pick<Ctx, 'db' | 'actor'>,
  { gameId, kindId }: { gameId: number; kindId: string },
): Promise<{ alertPrice: number | null } | null> {
  if (!actor) return null;
  const [wish] = await readWish(db, { userId: actor.id, gameId, kindId });
  return wish ?? null;
}
