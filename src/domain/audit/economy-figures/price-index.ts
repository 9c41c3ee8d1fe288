import { type Rarity, rarities } from '#shared/constants/rarity.ts';

interface PriceRow {
  step: string;
  rarity: Rarity;
  /** Cents; null without a sale. */
  median: number | null;
}

/** The prices of a step. */
interface PriceStep {
  /** 100 in the first step with a sale; null before it. */
  index: number | null;
  /** Cents, by rarity; null without a sale. */
  medians: Record<Rarity, number | null>;
}

/**
 * The price index of the market: for each step, the average over the rarities of their price in per cent of their
 * first price in the period. A rarity without a sale in a step keeps its last price, so that the index does not jump
 * because one was not sold.
 */
export function calculatePriceIndex(
  steps: readonly string[],
  rows: readonly PriceRow[],
): PriceStep[] {
  const first = new Map<Rarity, number>();
  const last = new Map<Rarity, number>();
  return steps.map((step) => {
    const medians = Object.fromEntries(
      rarities.map((rarity) => [
        rarity,
        rows.find((row) => row.step === step && row.rarity === rarity)?.median ?? null,
      ]),
    ) as PriceStep['medians'];
    for (const rarity of rarities) {
      const median = medians[rarity];
      if (median === null) continue;
      if (!first.has(rarity)) first.set(rarity, median);
      last.set(rarity, median);
    }
    const ratios = [...first].map(([rarity, base]) => (last.get(rarity) ?? base) / base);
    const average = ratios.reduce((total, ratio) => total + ratio, 0) / ratios.length;
    return { index: ratios.length > 0 ? Math.round(average * 1000) / 10 : null, medians };
  });
}
