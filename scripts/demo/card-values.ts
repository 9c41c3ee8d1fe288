import { createSeededRandom } from '#catalog/seeded-random.ts';
import { usualCardValues } from '#domain/example-community/card-values.ts';
import type { Rarity } from '#shared/constants/rarity.ts';

const days = 400;
const dayChange = 0.022;
/** How much of the distance to the usual value is made up in a day. */
const dayReturn = 0.015;

const walks = new Map<string, number[]>();

/**
 * What the players paid for a card about `daysAgo` days ago, in cents, always the same. The value of each
 * card moves a little every day, and with time back towards the usual one of the card.
 */
export function getCardValue(
  card: { gameId: number; kindId: string; rarity: Rarity },
  daysAgo: number,
): number {
  const key = `${card.gameId} ${card.kindId}`;
  const walk = walks.get(key) ?? createWalk(key);
  walks.set(key, walk);
  return usualCardValues[card.rarity] * Math.exp(walk[Math.max(0, days - daysAgo)] ?? 0);
}

/** The logarithm of the value of each day ÷ the usual value, oldest first. */
function createWalk(seed: string): number[] {
  const random = createSeededRandom(`value of ${seed}`);
  const usual = random.between(-0.5, 0.6);
  let now = usual + random.between(-0.4, 0.4);
  return Array.from({ length: days + 1 }, () => {
    const change = random.between(-1, 1) + random.between(-1, 1) + random.between(-1, 1);
    now += change * dayChange + (usual - now) * dayReturn;
    return now;
  });
}
