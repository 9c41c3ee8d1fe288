import { and, asc, desc, eq, isNotNull, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { cardKinds, cards, games, ownedGames } from '#database/schema.ts';
import type { CardKey } from '../prices/get-card-prices.ts';

/**
 * Finds a card that `ownerId` holds by the names of game and card, without regard to case. If they hold such
 * cards of several games with this name, owned games come first, then the most rated. Null if they hold no such card.
 */
export async function findHeldCardByName(
  db: Queryable,
  { ownerId, game, card }: { ownerId: string; game: string; card: string },
): Promise<CardKey | null> {
  const [heldCard] = await db
    .select({ gameId: cards.gameId, kindId: cards.kindId })
    .from(cards)
    .innerJoin(games, eq(games.id, cards.gameId))
    .innerJoin(cardKinds, eq(cardKinds.id, cards.kindId))
    .leftJoin(ownedGames, and(eq(ownedGames.gameId, games.id), eq(ownedGames.userId, ownerId)))
    .where(
      and(
        eq(cards.ownerId, ownerId),
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
  return heldCard ?? null;
}
