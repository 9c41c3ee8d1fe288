import { createHash } from 'node:crypto';
import type { Rarity } from '#shared/constants/rarity.ts';

/** What a card of average popularity is worth among invented players, in cents. */
export const usualCardValues: Record<Rarity, number> = {
  common: 22,
  uncommon: 70,
  rare: 2_20,
  epic: 6_50,
  legendary: 19_00,
};

/** What a card is worth among the players of the example community, in cents: always the same for a card. */
export function getExampleValue(card: { gameId: number; kindId: string; rarity: Rarity }): number {
  const hash = createHash('sha256').update(`${card.gameId} ${card.kindId}`).digest();
  const popularity = 0.6 + (hash[0] ?? 0) / 256;
  return Math.max(1, Math.round(usualCardValues[card.rarity] * popularity));
}
