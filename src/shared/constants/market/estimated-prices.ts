import type { Rarity } from '../rarity.ts';

/** What a card is worth in cents, by estimate, as long as nobody sold or offers it. */
export const estimatedPrices: Record<Rarity, number> = {
  common: 25,
  uncommon: 75,
  rare: 2_00,
  epic: 6_00,
  legendary: 18_00,
};
