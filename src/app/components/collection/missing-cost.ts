import { formatMoney } from '#shared/money.ts';

interface Progress {
  collected: number;
  setSize: number;
  missing: number;
  /** What the missing cards cost that are for sale (cents), and how many those are. */
  cost: number;
  buyable: number;
}

/** What completing a set takes, in a sentence without its full stop. */
export function describeMissing(progress: Progress): string {
  const { collected, setSize, missing, cost, buyable } = progress;
  if (missing === 0) return collected === setSize ? 'Complete' : 'The rest is up for sale by you';
  if (buyable === 0) {
    return missing === 1 ? 'The missing card is not for sale' : 'None of the rest is for sale';
  }
  if (buyable === missing) return `${formatMoney(cost)} to complete`;
  return `${buyable} of ${missing} missing for sale, ${formatMoney(cost)}`;
}
