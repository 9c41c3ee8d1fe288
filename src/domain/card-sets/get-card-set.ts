import { and, eq } from 'drizzle-orm';
import { games } from '#database/schema.ts';
import type { Rarity } from '#shared/constants/rarity.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Ctx } from '../context.ts';
import { requireCatalogEditor } from '../permissions/require-catalog-editor.ts';
import { calculateOdds } from './draw-card.ts';
import { readCardSets, type StoredCardSet } from './read-card-sets.ts';

/**
 * The card set of a game of the site as its editors see it.
 * @throws AppError `login-required`, `catalog-editors-only`, `game-not-found`.
 */
export async function getCardSet(
  ctx: Ctx,
  gameId: number,
): Promise<StoredCardSet & { name: string }> {
  requireCatalogEditor(ctx);
  const [[game], sets] = await Promise.all([
    ctx.db
      .select({ name: games.name })
      .from(games)
      .where(and(eq(games.id, gameId), eq(games.source, 'own'))),
    readCardSets(ctx.db, [gameId]),
  ]);
  const set = sets.get(gameId);
  if (!game || !set) throw new AppError('game-not-found');
  return { name: game.name, ...set };
}

/** The odds of each card of a set, from 0 to 1. */
export function listOdds(
  cards: readonly { rarity: Rarity }[],
  weights: Record<Rarity, number>,
): number[] {
  return cards.map((card) => calculateOdds(card, cards, 0, weights));
}
