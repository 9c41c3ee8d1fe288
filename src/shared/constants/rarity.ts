/** The rarities of the reward catalogue, from the most to the least common. */
export const rarities = ['common', 'uncommon', 'rare', 'epic', 'legendary'] as const;
export type Rarity = (typeof rarities)[number];

/**
 * The integer weights of a draw. If a set has no card of a rarity, that weight is not used. `assertFairSet`
 * checks that no card of a set is more frequent than one of a lower rarity.
 */
export const rarityWeights: Record<Rarity, number> = {
  common: 520,
  uncommon: 260,
  rare: 150,
  epic: 50,
  legendary: 20,
};
