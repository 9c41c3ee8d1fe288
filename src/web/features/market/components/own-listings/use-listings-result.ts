import { type RefObject, useEffect, useRef } from 'react';
import { type Numbers, useNumbers } from '#web/ui/texts/numbers.ts';
import { useToast } from '#web/ui/toast.tsx';

/** The result of a form about the reader's listings. `repriced` and `soldFor` in cents. */
type ListingsResult =
  | { repriced: number }
  | { soldFor: number }
  | { removed: number }
  | { unconfirmed: object }
  | { prices: object }
  | { removal: object }
  | { changed: { repriced: number; sold: readonly number[] } }
  | { error: object };

/**
 * Reports the result of a change to the listings: as a toast where scripts run, else as the returned
 * text, which the page shows. When the focused row has disappeared, the focus goes to `list`.
 */
export function useListingsResult(
  result: ListingsResult | undefined,
  list: RefObject<HTMLElement | null>,
): string | null {
  const toast = useToast();
  const numbers = useNumbers();
  // A result at the first render came with the page: the form was sent without scripts.
  const firstResult = useRef(result);
  const message = result ? describeResult(result, numbers) : null;

  useEffect(() => {
    if (!result || firstResult.current === result) return;
    firstResult.current = undefined;
    if (message) toast.success(message);
    // A question opens its own dialog or shows in its row.
    if ('unconfirmed' in result || 'prices' in result || 'removal' in result) return;
    if (!message || document.activeElement === document.body) list.current?.focus();
  }, [result, message, toast, list]);

  return firstResult.current === result ? message : null;
}

function describeResult(result: ListingsResult, numbers: Numbers): string | null {
  const { formatMoney } = numbers;
  if ('repriced' in result) return `The price is ${formatMoney(result.repriced)} now.`;
  if ('soldFor' in result) return `It was sold at once for ${formatMoney(result.soldFor)}.`;
  if ('changed' in result) return describeChanges(result.changed, numbers);
  if (!('removed' in result)) return null;
  return describeRemoval(result.removed);
}

function describeChanges(
  { repriced, sold }: { repriced: number; sold: readonly number[] },
  { formatMoney }: Numbers,
) {
  const amount = formatMoney(sold.reduce((sum, price) => sum + price, 0));
  const parts = [
    repriced > 0 && (repriced === 1 ? 'One price is new.' : `${repriced} prices are new.`),
    sold.length > 0 &&
      `${sold.length === 1 ? 'One card was' : `${sold.length} cards were`} sold at once for ${amount}.`,
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(' ') : null;
}

/** The message about `removed` listings. */
export function describeRemoval(removed: number): string {
  if (removed === 0) return 'Nothing was for sale any more.';
  return removed === 1
    ? 'The card is back in your inventory.'
    : `${removed} cards are back in your inventory.`;
}
