/** The rarities of the reward catalogue, from the most to the least common. */
export const rarities = ['common', 'uncommon', 'rare', 'epic', 'legendary'] as const;
export type Rarity = (typeof rarities)[number];

/** The integer weights of a draw. If a set has no card of a rarity, that weight is not used. */
export const rarityWeights: Record<Rarity, number> = {
  common: 500,
  uncommon: 250,
  rare: 150,
  epic: 80,
  legendary: 20,
};
