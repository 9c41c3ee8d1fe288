import { and, eq } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { activity, cardDraws, cards, gameProgress } from '#database/schema.ts';
import type { Rarity } from '#shared/constants/rarity.ts';
import { calculateLegendaryOdds, calculateOddsInMillionths } from '../card-sets/draw-card.ts';
import type { CardKind } from '../card-sets/list-card-set.ts';

interface Draw {
  userId: string;
  gameId: number;
  playSessionId: string;
  card: CardKind;
  kinds: readonly CardKind[];
  /** The cards of the game since the last legendary one, read under the lock of `game_progress`. */
  cardsBefore: number;
  weights: Record<Rarity, number>;
  now: Date;
}

/** Gives a drawn card to its player and writes the draw with its odds. A legendary card is an activity too. */
export async function recordDraw(tx: Queryable, draw: Draw): Promise<void> {
  const { userId, gameId, playSessionId, card, kinds, cardsBefore, weights, now } = draw;
  const isLegendary = card.rarity === 'legendary';
  const [owned] = await tx
    .insert(cards)
    .values({
      ownerId: userId,
      kindId: card.id,
      gameId,
      origin: 'played',
      playSessionId,
      createdAt: now,
    })
    .returning({ id: cards.id });
  if (!owned) throw new Error('The card was not inserted.');
  await tx.insert(cardDraws).values({
    userId,
    gameId,
    kindId: card.id,
    cardId: owned.id,
    odds: calculateOddsInMillionths(card, kinds, cardsBefore, weights),
    legendaryOdds: calculateLegendaryOdds(kinds, cardsBefore, weights),
    cardsBefore,
    drawnAt: now,
  });
  await tx
    .update(gameProgress)
    .set({ cardsSinceLegendary: isLegendary ? 0 : cardsBefore + 1 })
    .where(and(eq(gameProgress.userId, userId), eq(gameProgress.gameId, gameId)));
  if (!isLegendary) return;
  await tx
    .insert(activity)
    .values({ userId, kind: 'legendary-drawn', gameId, kindId: card.id, at: now });
}
