import { Tag } from 'lucide-react';
import { Form } from 'react-router';
import { getDuplicateFields, subtractFee } from '#shared/format/market-fee.ts';
import { formatDecimal, formatMoney } from '#shared/format/money.ts';
import { IdempotencyKey } from '#web/lib/idempotency-key.tsx';
import { usePending } from '#web/lib/use-pending.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmOrCancel } from '#web/ui/confirm-or-cancel.tsx';
import type { SaleReview } from '../sell-many.ts';

interface ReviewSaleProps {
  review: SaleReview;
  formKey: string;
  feePercent: number;
  /** Closes the dialog, or the path of the page without scripts. */
  onCancel: (() => void) | string;
}

/** The second step of selling many cards: every card with its price, and what sells at once. */
export function ReviewSale({ review, formKey, feePercent, onCancel }: ReviewSaleProps) {
  const selling = usePending({ intent: 'sell-duplicates' });
  const { cards, all, atOnce } = review;
  const copies = cards.reduce((sum, offer) => sum + offer.copies, 0);
  const received = cards.reduce(
    (sum, offer) => sum + subtractFee(offer.price, feePercent) * offer.copies,
    0,
  );
  return (
    <Form method="post" preventScrollReset className="grid gap-4">
      <IdempotencyKey value={formKey} />
      <input type="hidden" name="intent" value="sell-duplicates" />
      <input type="hidden" name="confirmed" value={atOnce.amount} />
      {all && <input type="hidden" name="cards" value="all" />}
      <ul className="grid max-h-[45svh] gap-2 overflow-y-auto pr-1 text-sm">
        {cards.map(({ gameId, kindId, card, price, copies: count, atOnce: soldAtOnce }) => (
          <li
            key={`${gameId}:${kindId}`}
            className="flex items-baseline justify-between gap-4 border-b border-line pb-2"
          >
            <input
              type="hidden"
              name={getDuplicateFields({ gameId, kindId }).price}
              value={formatDecimal(price)}
            />
            <input
              type="hidden"
              name={getDuplicateFields({ gameId, kindId }).copies}
              value={count}
            />
            <span className="min-w-0 wrap-anywhere">
              <span className="font-semibold">{card?.name}</span>{' '}
              <span className="text-muted">{card?.gameName}</span>
              {soldAtOnce > 0 && (
                <span className="block text-alive">
                  {soldAtOnce === count
                    ? 'Sells at once to an order.'
                    : `${soldAtOnce} of them sell at once to orders.`}
                </span>
              )}
            </span>
            <span className="whitespace-nowrap tabular-nums">
              {count > 1 && `${count} × `}
              {formatMoney(price)}
            </span>
          </li>
        ))}
      </ul>
      <div className="grid gap-1">
        <p>
          At these prices you get{' '}
          <strong className="font-semibold tabular-nums">{formatMoney(received)}</strong> for{' '}
          {copies === 1 ? 'the card' : `all ${copies} cards`}
          {feePercent > 0 && `, less a fee of ${feePercent}%`}.
        </p>
        {atOnce.copies > 0 && (
          <p>
            {atOnce.copies === 1 ? 'One of them sells' : `${atOnce.copies} of them sell`} at once to
            orders, for{' '}
            <strong className="font-semibold tabular-nums">{formatMoney(atOnce.amount)}</strong>.
          </p>
        )}
      </div>
      <ConfirmOrCancel cancelLabel="Change prices" onCancel={onCancel}>
        <Button pending={selling}>
          <Tag aria-hidden />
          {copies === 1 ? 'Sell one card' : `Sell ${copies} cards`}
        </Button>
      </ConfirmOrCancel>
    </Form>
  );
}
