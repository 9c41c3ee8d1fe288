import { Tag } from 'lucide-react';
import { Form } from 'react-router';
import { formatDecimal } from '#shared/format/amounts/money.ts';
import { getSellerShare } from '#shared/format/amounts/seller-share.ts';
import { getDuplicateFieldNames } from '#shared/schemas/market/duplicate-field-names.ts';
import { IdempotencyKey } from '#web/lib/idempotency-key.tsx';
import { usePending } from '#web/lib/use-pending.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmOrCancel } from '#web/ui/confirm-or-cancel.tsx';
import { useNumbers } from '#web/ui/texts/numbers.ts';
import type { SaleReview } from '../../sell-many.ts';
import { ImmediateSales, ReviewLine, ReviewList } from './review-list.tsx';

interface ReviewSaleProps {
  review: SaleReview;
  formKey: string;
  feePercent: number;
  /** Closes the dialog, or the path of the page without scripts. */
  onCancel: (() => void) | string;
}

/** The second step of selling many cards: every card with its price, and what sells at once. */
export function ReviewSale({ review, formKey, feePercent, onCancel }: ReviewSaleProps) {
  const { formatMoney } = useNumbers();
  const selling = usePending({ intent: 'sell-duplicates' });
  const { cards, all, atOnce } = review;
  const copies = cards.reduce((sum, offer) => sum + offer.copies, 0);
  const received = cards.reduce(
    (sum, offer) => sum + getSellerShare(offer.price, feePercent) * offer.copies,
    0,
  );
  return (
    <Form method="post" preventScrollReset className="grid gap-4">
      <IdempotencyKey value={formKey} />
      <input type="hidden" name="intent" value="sell-duplicates" />
      <input type="hidden" name="confirmed" value={atOnce.amount} />
      {all && <input type="hidden" name="cards" value="all" />}
      <ReviewList>
        {cards.map(({ gameId, kindId, card, price, copies: count, atOnce: soldAtOnce }) => {
          const fields = getDuplicateFieldNames({ gameId, kindId });
          return (
            <ReviewLine
              key={`${gameId}:${kindId}`}
              name={card?.name}
              gameName={card?.gameName}
              note={
                soldAtOnce > 0 && (
                  <span className="block text-alive">
                    {soldAtOnce === count
                      ? 'Sells at once to an order.'
                      : `${soldAtOnce} of them sell at once to orders.`}
                  </span>
                )
              }
            >
              <input type="hidden" name={fields.price} value={formatDecimal(price)} />
              <input type="hidden" name={fields.copies} value={count} />
              {count > 1 && `${count} × `}
              {formatMoney(price)}
            </ReviewLine>
          );
        })}
      </ReviewList>
      <div className="grid gap-1">
        <p>
          At these prices you get{' '}
          <strong className="font-semibold tabular-nums">{formatMoney(received)}</strong> for{' '}
          {copies === 1 ? 'the card' : `all ${copies} cards`}
          {feePercent > 0 && `, less a fee of ${feePercent}%`}.
        </p>
        <ImmediateSales copies={atOnce.copies} amount={atOnce.amount} />
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
