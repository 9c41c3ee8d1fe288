import { type Rarity, rarities, rarityWeights } from '#shared/constants/rarity.ts';
import type { Random } from '../base-context.ts';

interface Kind {
  rarity: Rarity;
}

/**
 * Draws one kind: the rarity by weight among those that the set has, then evenly within it. The odds of
 * `oddsOf` are exactly these.
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

/** The probability, 0 to 1, that a draw gives `kind` of the set `kinds`. */
export function oddsOf<K extends Kind>(kind: K, kinds: readonly K[]): number {
  const sharing = kinds.filter(({ rarity }) => rarity === kind.rarity).length;
  return rarityWeights[kind.rarity] / totalWeight(presentRarities(kinds)) / sharing;
}

function presentRarities(kinds: readonly Kind[]): Rarity[] {
  return rarities.filter((rarity) => kinds.some((kind) => kind.rarity === rarity));
}

function totalWeight(present: readonly Rarity[]): number {
  return present.reduce((sum, rarity) => sum + rarityWeights[rarity], 0);
}
