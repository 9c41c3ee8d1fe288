import { type RefObject, useEffect, useRef } from 'react';
import { formatMoney } from '#shared/format/money.ts';
import { useToast } from '#web/ui/toast.tsx';

/** What the forms about own listings are answered. `repriced` in cents. */
type Answer = { repriced: number } | { removed: number } | { refusal: object };

/**
 * Says what came of a change to the listings: in passing where the page is awake, or else as the text
 * that this answers, for the page to show. Focus that went with its row goes to `list`.
 */
export function useListingsAnswer(
  answer: Answer | undefined,
  list: RefObject<HTMLElement | null>,
): string | null {
  const toast = useToast();
  // What was there at the first render came with the page, from a form sent without script.
  const first = useRef(answer);
  const said = answer ? describe(answer) : null;

  useEffect(() => {
    if (!answer || first.current === answer) return;
    first.current = undefined;
    if (said) toast.success(said);
    if (!said || document.activeElement === document.body) list.current?.focus();
  }, [answer, said, toast, list]);

  return first.current === answer ? said : null;
}

function describe(answer: Answer): string | null {
  if ('repriced' in answer) return `The price is ${formatMoney(answer.repriced)} now.`;
  if (!('removed' in answer)) return null;
  return showRemovedToast(answer.removed);
}

/** What is told of `removed` cards that were taken back. */
export function showRemovedToast(removed: number): string {
  if (removed === 0) return 'Nothing was for sale any more.';
  return removed === 1
    ? 'The card is back in your inventory.'
    : `${removed} cards are back in your inventory.`;
}
