import { type Rarity, rarities, rarityWeights } from '#shared/constants/rarity.ts';
import type { Random } from '../context-parts.ts';

interface Kind {
  rarity: Rarity;
}

/**
 * Draws one card kind of a set. It draws the rarity by weight among the rarities of the set, and then a
 * kind of that rarity with equal chances. `calculateOdds` returns exactly these odds.
 * @throws Error when the set is empty.
 */
export function drawCard<K extends Kind>(kinds: readonly K[], random: Random): K {
  const present = presentRarities(kinds);
  let ticket = random.integer(totalWeight(present));
  for (const rarity of present) {
    ticket -= rarityWeights[rarity];
    if (ticket >= 0) continue;
    const candidates = kinds.filter((kind) => kind.rarity === rarity);
    const drawn = candidates[random.integer(candidates.length)];
    if (drawn) return drawn;
  }
  throw new Error('A card set is empty.');
}

/** Calculates the probability, 0 to 1, that a draw from the set `kinds` gives `kind`. */
export function calculateOdds<K extends Kind>(kind: K, kinds: readonly K[]): number {
  const sameRarity = kinds.filter(({ rarity }) => rarity === kind.rarity).length;
  return rarityWeights[kind.rarity] / totalWeight(presentRarities(kinds)) / sameRarity;
}

/**
 * Checks that no card of a set is more frequent than a card of a lower rarity, such as an epic card
 * that stands alone among many rare ones. @throws Error if one is.
 */
export function assertFairSet(setId: string, kinds: readonly Kind[]): void {
  let before: { rarity: Rarity; odds: number } | null = null;
  for (const rarity of presentRarities(kinds)) {
    const odds = calculateOdds({ rarity }, kinds);
    if (before && odds > before.odds) {
      throw new Error(
        `In the card set ${setId}, ${rarity} is more frequent than ${before.rarity}.`,
      );
    }
    before = { rarity, odds };
  }
}

function presentRarities(kinds: readonly Kind[]): Rarity[] {
  return rarities.filter((rarity) => kinds.some((kind) => kind.rarity === rarity));
}

function totalWeight(present: readonly Rarity[]): number {
  return present.reduce((sum, rarity) => sum + rarityWeights[rarity], 0);
}
