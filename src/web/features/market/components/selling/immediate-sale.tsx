import { Zap } from 'lucide-react';
import { useNumbers } from '#web/ui/texts/numbers.ts';

/**
 * Says in a sell form that an order buys the card at once for `amount` (cents), and tells the server that the
 * seller was told; null if no order does.
 */
export function ImmediateSaleNote({ amount }: { amount: number | null }) {
  const { formatMoney } = useNumbers();
  return (
    <div role="status">
      {amount !== null && (
        <p className="flex items-start gap-2 rounded-md bg-alive-wash px-3 py-2 text-sm">
          <Zap aria-hidden className="mt-0.5 size-4 shrink-0 text-alive" />
          <span>
            At this price it sells at once to an order for{' '}
            <strong className="font-semibold tabular-nums">{formatMoney(amount)}</strong>.
          </span>
          <input type="hidden" name="confirmed" value={amount} />
        </p>
      )}
    </div>
  );
}
