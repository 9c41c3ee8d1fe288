import { Form } from 'react-router';
import { formatDecimal } from '#shared/format/amounts/money.ts';
import { IdempotencyKey } from '#web/lib/idempotency-key.tsx';
import { usePending } from '#web/lib/use-pending.ts';
import { listingsPath } from '#web/paths/market.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { ConfirmOrCancel } from '#web/ui/confirm-or-cancel.tsx';
import { useNumbers } from '#web/ui/texts/numbers.ts';
import type { PriceReview, RemovalReview } from '../../change-listings.ts';
import { ImmediateSales, ReviewLine, ReviewList } from '../selling/review-list.tsx';

interface ReviewFormProps {
  formKey: string;
  /** Closes the dialog. Without it, as on a page without scripts, Cancel is a link to the listings. */
  onCancel?: () => void;
}

/** The second step of changing many prices: every new price, and what sells at once. */
export function RepriceForm(props: ReviewFormProps & { review: PriceReview }) {
  const { formatMoney } = useNumbers();
  const { formKey, review, onCancel = listingsPath } = props;
  const { changes, unchanged, copies, amount } = review;
  const saving = usePending({ intent: 'reprice-many' });
  if (changes.length === 0) {
    return (
      <div className="grid gap-4">
        <p>The chosen listings have this price already, or nobody else sells these cards.</p>
        {typeof onCancel === 'string' ? (
          <ButtonLink to={onCancel} variant="quiet">
            Close
          </ButtonLink>
        ) : (
          <Button type="button" variant="quiet" onClick={onCancel}>
            Close
          </Button>
        )}
      </div>
    );
  }
  return (
    <Form method="post" action={listingsPath} preventScrollReset className="grid gap-4">
      <IdempotencyKey value={formKey} />
      <input type="hidden" name="intent" value="reprice-many" />
      <input type="hidden" name="confirmed" value={amount} />
      <ReviewList>
        {changes.map(({ itemId, name, gameName, price, newPrice }) => (
          <ReviewLine key={itemId} name={name} gameName={gameName}>
            <input type="hidden" name={`price:${itemId}`} value={formatDecimal(newPrice)} />
            <span className="text-muted line-through">
              <span className="sr-only">before </span>
              {formatMoney(price)}
            </span>{' '}
            <span className="font-semibold">
              <span className="sr-only">now </span>
              {formatMoney(newPrice)}
            </span>
          </ReviewLine>
        ))}
      </ReviewList>
      <ImmediateSales copies={copies} amount={amount} />
      {unchanged > 0 && (
        <p className="text-muted">
          {unchanged === 1
            ? 'One chosen listing keeps its price.'
            : `${unchanged} chosen listings keep their prices.`}
        </p>
      )}
      <ConfirmOrCancel cancelLabel="Keep the prices" onCancel={onCancel}>
        <Button pending={saving}>
          {changes.length === 1 ? 'Change the price' : `Change ${changes.length} prices`}
        </Button>
      </ConfirmOrCancel>
    </Form>
  );
}

/** Confirms or cancels the removal of the chosen listings. */
export function RemovalForm(props: ReviewFormProps & { listings: RemovalReview }) {
  const { formatMoney } = useNumbers();
  const { formKey, listings, onCancel = listingsPath } = props;
  const removing = usePending({ intent: 'remove-many' });
  return (
    <Form method="post" action={listingsPath} preventScrollReset className="grid gap-4">
      <IdempotencyKey value={formKey} />
      <input type="hidden" name="intent" value="remove-many" />
      <ReviewList>
        {listings.map(({ itemId, name, gameName, price }) => (
          <ReviewLine key={itemId} name={name} gameName={gameName}>
            <input type="hidden" name="itemId" value={itemId} />
            {formatMoney(price)}
          </ReviewLine>
        ))}
      </ReviewList>
      <p className="text-muted">They return to your inventory.</p>
      <ConfirmOrCancel cancelLabel="Keep them" onCancel={onCancel}>
        <Button variant="danger" pending={removing}>
          {listings.length === 1 ? 'Remove' : `Remove ${listings.length}`}
        </Button>
      </ConfirmOrCancel>
    </Form>
  );
}
