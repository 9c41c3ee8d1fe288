import { gameplayConstants } from '#shared/constants/gameplay.ts';
import { type Rarity, rarities, rarityWeights } from '#shared/constants/rarity.ts';
import type { Random } from '../base-context.ts';

interface Kind {
  rarity: Rarity;
}

/** The weights of the rarities in a draw; those of the product unless an admin has saved others. */
type Weights = Record<Rarity, number>;

/** Odds are integers in millionths, so that the database stores them exactly. */
const million = 1_000_000;

const { rareStreak, longestStreak } = gameplayConstants;

/**
 * Calculates the chance of a legendary card in millionths, after `cardsBefore` cards of the game without
 * one. It is that of the weights for 60 cards, then rises in 60 equal steps, until the 120th card is
 * legendary for certain. It is 0 for a set without a legendary card.
 */
export function calculateLegendaryOdds(
  kinds: readonly Kind[],
  cardsBefore: number,
  weights: Weights = rarityWeights,
): number {
  const present = presentRarities(kinds);
  if (!present.includes('legendary')) return 0;
  const byWeight = Math.floor((weights.legendary * million) / totalWeight(present, weights));
  const steps = Math.min(Math.max(0, cardsBefore + 1 - rareStreak), longestStreak - rareStreak);
  return byWeight + Math.floor(((million - byWeight) * steps) / (longestStreak - rareStreak));
}

/**
 * Draws one card kind of a set. It first decides whether the card is legendary, then draws one of the
 * other rarities of the set by weight, and then a kind of the rarity with equal chances. `calculateOdds`
 * returns exactly these odds. @throws Error when the set is empty.
 */
export function drawCard<K extends Kind>(
  kinds: readonly K[],
  random: Random,
  cardsBefore: number,
  weights: Weights = rarityWeights,
): K {
  const rarity = drawRarity(kinds, random, { cardsBefore, weights });
  const candidates = kinds.filter((kind) => kind.rarity === rarity);
  const drawn = candidates[random.integer(candidates.length)];
  if (drawn) return drawn;
  throw new Error('A card set is empty.');
}

function drawRarity(
  kinds: readonly Kind[],
  random: Random,
  { cardsBefore, weights }: { cardsBefore: number; weights: Weights },
): Rarity | null {
  if (random.integer(million) < calculateLegendaryOdds(kinds, cardsBefore, weights))
    return 'legendary';
  const others = presentRarities(kinds).filter((rarity) => rarity !== 'legendary');
  if (others.length === 0) return null;
  let ticket = random.integer(totalWeight(others, weights));
  for (const rarity of others) {
    ticket -= weights[rarity];
    if (ticket < 0) return rarity;
  }
  return null;
}

/**
 * Calculates the probability, 0 to 1, that a draw from the set `kinds` gives `kind`, after `cardsBefore`
 * cards of the game without a legendary one.
 */
export function calculateOdds<K extends Kind>(
  kind: K,
  kinds: readonly K[],
  cardsBefore = 0,
  weights: Weights = rarityWeights,
): number {
  const legendary = calculateLegendaryOdds(kinds, cardsBefore, weights) / million;
  const sameRarity = kinds.filter(({ rarity }) => rarity === kind.rarity).length;
  if (kind.rarity === 'legendary') return legendary / sameRarity;
  const others = presentRarities(kinds).filter((rarity) => rarity !== 'legendary');
  return ((1 - legendary) * weights[kind.rarity]) / totalWeight(others, weights) / sameRarity;
}

/** The odds of `calculateOdds` in millionths, at least 1. */
export function calculateOddsInMillionths<K extends Kind>(
  kind: K,
  kinds: readonly K[],
  cardsBefore: number,
  weights: Weights,
): number {
  return Math.max(1, Math.round(calculateOdds(kind, kinds, cardsBefore, weights) * million));
}

/**
 * Says which card of a set is more frequent than a card of a lower rarity, such as an epic card that stands
 * alone among many rare ones. Null for a fair set.
 */
export function findUnfairRarity(
  kinds: readonly Kind[],
  weights: Weights = rarityWeights,
): { rarity: Rarity; lowerRarity: Rarity } | null {
  let before: { rarity: Rarity; odds: number } | null = null;
  for (const rarity of presentRarities(kinds)) {
    const odds = calculateOdds({ rarity }, kinds, 0, weights);
    if (before && odds > before.odds) return { rarity, lowerRarity: before.rarity };
    before = { rarity, odds };
  }
  return null;
}

/** @throws Error for a set that is not fair, see `findUnfairRarity`. */
export function assertFairSet(setId: string, kinds: readonly Kind[]): void {
  const unfair = findUnfairRarity(kinds);
  if (!unfair) return;
  throw new Error(
    `In the card set ${setId}, ${unfair.rarity} is more frequent than ${unfair.lowerRarity}.`,
  );
}

function presentRarities(kinds: readonly Kind[]): Rarity[] {
  return rarities.filter((rarity) => kinds.some((kind) => kind.rarity === rarity));
}

function totalWeight(present: readonly Rarity[], weights: Weights): number {
  return present.reduce((sum, rarity) => sum + weights[rarity], 0);
}
