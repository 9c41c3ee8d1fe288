import { collectionConstants } from '#shared/constants/collections.ts';
import { type Rarity, rarities } from '#shared/constants/rarity.ts';

interface OwnedKind {
  kindId: string;
  /** A card of an earlier version of the set can be recycled, but not made. */
  isCurrent: boolean;
  rarity: Rarity;
  held: number;
  listed: number;
}

/** The next rarity that a set has; null for its highest one. */
export function findNextRarity(set: readonly OwnedKind[], rarity: Rarity): Rarity | null {
  const higher = rarities.slice(rarities.indexOf(rarity) + 1);
  return higher.find((one) => set.some((kind) => kind.isCurrent && kind.rarity === one)) ?? null;
}

/** The kinds of a rarity with their weights in a recycling: missing kinds weigh more. */
export function weighKinds<Kind extends OwnedKind>(set: readonly Kind[], rarity: Rarity) {
  return set
    .filter((kind) => kind.isCurrent && kind.rarity === rarity)
    .map((kind) => ({
      kind,
      weight: kind.held + kind.listed === 0 ? collectionConstants.missingWeight : 1,
    }));
}

/** The held duplicates of a rarity: the copies beyond the first of each kind. */
export function countDuplicates(set: readonly OwnedKind[], rarity: Rarity): number {
  return set
    .filter((kind) => kind.rarity === rarity)
    .reduce((sum, { held }) => sum + Math.max(0, held - 1), 0);
}

/** What recycling a rarity of a set gives. */
export interface RecyclingOption {
  from: Rarity;
  to: Rarity;
  duplicates: number;
  /** The kinds that can come, with their probabilities from 0 to 1, and whether each is missing. */
  odds: { kindId: string; name: string; picture: string; chance: number; missing: boolean }[];
}

/** The rarities of a set that can be recycled, with the duplicates and the odds. */
export function listRecyclingOptions(
  set: readonly (OwnedKind & { name: string; picture: string })[],
): RecyclingOption[] {
  return rarities.flatMap((from) => {
    const to = findNextRarity(set, from);
    if (!to || !set.some(({ rarity }) => rarity === from)) return [];
    const weighed = weighKinds(set, to);
    const total = weighed.reduce((sum, { weight }) => sum + weight, 0);
    const odds = weighed.map(({ kind: { kindId, name, picture }, weight }) => ({
      kindId,
      name,
      picture,
      chance: weight / total,
      missing: weight > 1,
    }));
    return [{ from, to, duplicates: countDuplicates(set, from), odds }];
  });
}

/** A text for the odds of a recycling: the form sends what it showed, and another text is rejected. */
export function describeShownOdds({ odds }: Pick<RecyclingOption, 'odds'>): string {
  return odds
    .filter(({ missing }) => missing)
    .map(({ kindId }) => kindId)
    .join(' ');
}
