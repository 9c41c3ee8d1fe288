import { createHash } from 'node:crypto';
import type { Rarity } from '#shared/constants/rarity.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** What a card of average popularity is worth among invented players, in cents. */
const usualValues: Record<Rarity, number> = {
  common: 22,
  uncommon: 70,
  rare: 2_20,
  epic: 6_50,
  legendary: 19_00,
};

/** The value of a card rises and falls with these periods. */
const waves = [
  { days: 190, height: 0.28 },
  { days: 47, height: 0.12 },
  { days: 11, height: 0.06 },
] as const;

/**
 * What a card is worth among the invented players at a time, in cents: always the same for a card and a time, so that
 * charts of prices have a shape.
 */
export function getCardValue(
  card: { gameId: number; kindId: string; rarity: Rarity },
  at: Date,
): number {
  const hash = createHash('sha256').update(`${card.gameId} ${card.kindId}`).digest();
  /** Between 0 and 1, of this card. */
  const share = (place: number) => (hash[place] ?? 0) / 256;
  const popularity = share(0) * 1.1 - 0.5;
  const movement = waves.map(
    ({ days, height }, place) =>
      height * Math.sin(2 * Math.PI * (at.getTime() / dayMs / days + share(place + 1))),
  );
  return usualValues[card.rarity] * Math.exp(movement.reduce((sum, one) => sum + one, popularity));
}
