/** The rarities of the reward catalogue, from the most to the least common. */
export const rarities = ['common', 'uncommon', 'rare', 'epic', 'legendary'] as const;
export type Rarity = (typeof rarities)[number];

/** Integer weights of a draw; a set without a rarity leaves its weight out. */
export const rarityWeights: Record<Rarity, number> = {
  common: 500,
  uncommon: 250,
  rare: 150,
  epic: 80,
  legendary: 20,
};
