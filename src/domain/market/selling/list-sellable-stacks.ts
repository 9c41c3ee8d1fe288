import { and, asc, count, eq, gt } from 'drizzle-orm';
import { cardKinds, cards, games } from '#database/schema.ts';
import { marketConstants } from '#shared/constants/market/market.ts';
import { selectCardPicture } from '../../card-sets/card-picture.ts';
import type { Ctx } from '../../context.ts';
import { requireActor } from '../../permissions/require-actor.ts';
import { requirePart } from '../../site/site-parts.ts';
import { matchOwnListings as matchNames } from '../lists/find-own-listing-page.ts';
import { getCardPrices } from '../prices/get-card-prices.ts';
import { listRestingCards } from './get-selling-limits.ts';

/**
 * The stacks that the actor can sell, by game and in the order of the set: those with duplicates, or with
 * `all` every stack. `q` searches in the names of card and game. At most as many stacks as an account can have
 * listings; `more` says whether there are further ones. `spare` is the number of copies that can be sold; of
 * duplicates the actor keeps one. Prices in cents.
 * @throws AppError `login-required`
 */
export async function listSellableStacks(ctx: Ctx, { all = false, q = '' } = {}) {
  await requirePart(ctx, 'market');
  const kept = all ? 0 : 1;
  const { id: userId } = requireActor(ctx);
  const copies = count();
  const [stacks, resting] = await Promise.all([
    ctx.db
      .select({
        gameId: cards.gameId,
        gameName: games.name,
        kindId: cards.kindId,
        name: cardKinds.name,
        picture: selectCardPicture(cards.gameId),
        rarity: cardKinds.rarity,
        copies,
      })
      .from(cards)
      .innerJoin(games, eq(games.id, cards.gameId))
      .innerJoin(cardKinds, eq(cardKinds.id, cards.kindId))
      .where(and(eq(cards.ownerId, userId), eq(cards.state, 'held'), matchNames(q)))
      .groupBy(
        cards.gameId,
        cards.kindId,
        games.id,
        games.name,
        cardKinds.id,
        cardKinds.name,
        cardKinds.picture,
        cardKinds.rarity,
        cardKinds.position,
      )
      .having(gt(copies, kept))
      .orderBy(asc(games.name), asc(games.id), asc(cardKinds.position)),
    listRestingCards(ctx),
  ]);
  const restingCopies = new Map(
    resting.map((card) => [`${card.gameId}:${card.kindId}`, card.copies]),
  );
  const spare = stacks.flatMap((stack) => {
    const sellable = stack.copies - (restingCopies.get(`${stack.gameId}:${stack.kindId}`) ?? 0);
    const left = Math.min(stack.copies - kept, sellable, marketConstants.openMax);
    return left > 0 ? [{ ...stack, spare: left }] : [];
  });
  const shown = spare.slice(0, marketConstants.openMax);
  const prices = await getCardPrices(ctx, shown);
  return {
    stacks: shown.map((stack, index) => ({
      ...stack,
      median: prices[index]?.median ?? null,
      cheapest: prices[index]?.cheapest ?? null,
    })),
    more: spare.length > shown.length,
  };
}

/** A stack with copies that can be sold. */
export type DuplicateStack = Awaited<ReturnType<typeof listSellableStacks>>['stacks'][number];
