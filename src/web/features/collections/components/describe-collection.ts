import type { CollectionProgress } from '#domain/collections/get-collection.ts';
import type { Numbers } from '#web/ui/texts/numbers.ts';

/** The states of a set's cards, as numbers that add up: `1 held, 2 up for sale, 6 missing`. */
export function describeProgress(progress: CollectionProgress): string {
  const { collected, setSize, missing, isComplete } = progress;
  if (collected === setSize) return `All ${setSize} held`;
  const offered = setSize - collected - missing;
  return [
    isComplete && 'Complete in an earlier version',
    `${collected} held`,
    offered > 0 && `${offered} up for sale`,
    missing > 0 && `${missing} missing`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** What completing a set costs, as a sentence without a full stop. */
export function describeMissing(progress: CollectionProgress, { formatMoney }: Numbers): string {
  const { collected, setSize, missing, cost, buyable } = progress;
  if (missing === 0) return collected === setSize ? 'Complete' : 'No card is missing';
  const price = formatMoney(cost);
  if (missing === 1) {
    return buyable === 0
      ? 'The missing card is not for sale'
      : `The missing card is for sale, ${price}`;
  }
  if (buyable === 0) return `None of the ${missing} missing cards is for sale`;
  if (buyable === 1) return `1 of the ${missing} missing cards is for sale, ${price}`;
  const forSale = buyable === missing ? `All ${missing}` : `${buyable} of the ${missing}`;
  return `${forSale} missing cards are for sale, ${price} in all`;
}
