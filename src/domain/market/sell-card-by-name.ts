import { and, asc, desc, eq, isNotNull, sql } from 'drizzle-orm';
import { cardKinds, cards, games, ownedGames } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { requirePlayer } from '../accounts/require-actor.ts';
import type { Ctx } from '../context.ts';
import { sellCards } from './sell-card.ts';

interface Input {
  /** Names, without regard to case. */
  game: string;
  card: string;
  /** Cents. */
  price: number;
  key: string;
}

/**
 * Puts one copy of a card up for sale that the actor names: where several games of the name have given
 * such cards, one of a game that the actor owns, then of the most rated. Answers the new listing.
 * @throws Refusal `card-not-held`, and what `sellCards` throws.
 */
export async function sellCardByName(
  ctx: Ctx,
  { game, card, price, key }: Input,
): Promise<{ itemId: string }> {
  const { id: userId } = requirePlayer(ctx);
  const [held] = await ctx.db
    .select({ gameId: cards.gameId, kindId: cards.kindId })
    .from(cards)
    .innerJoin(games, eq(games.id, cards.gameId))
    .innerJoin(cardKinds, eq(cardKinds.id, cards.kindId))
    .leftJoin(ownedGames, and(eq(ownedGames.gameId, games.id), eq(ownedGames.userId, userId)))
    .where(
      and(
        eq(cards.ownerId, userId),
        eq(cards.state, 'held'),
        sql`lower(${games.name}) = lower(${game})`,
        sql`lower(${cardKinds.name}) = lower(${card})`,
      ),
    )
    .orderBy(
      desc(isNotNull(ownedGames.userId)),
      sql`${games.ratingsCount} desc nulls last`,
      asc(games.id),
      asc(cardKinds.position),
    )
    .limit(1);
  if (!held) throw new AppError('card-not-held');
  const { itemIds } = await sellCards(ctx, { offers: [{ ...held, price, copies: 1 }], key });
  const [itemId] = itemIds;
  if (!itemId) throw new Error('A listing was not written.');
  return { itemId };
}
