import type { ReactNode } from 'react';
import { Form } from 'react-router';
import { formatDecimal, formatMoney } from '#shared/format/money.ts';
import { IdempotencyKey } from '#web/lib/idempotency-key.tsx';
import { usePending } from '#web/lib/use-pending.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { ConfirmOrCancel } from '#web/ui/confirm-or-cancel.tsx';
import type { PriceReview, RemovalReview } from '../change-listings.ts';
import { listingsPath } from './market-paths.ts';

interface ReviewFormProps {
  formKey: string;
  /** Closes the dialog. Without it, as on a page without scripts, Cancel is a link to the listings. */
  onCancel?: () => void;
}

/** The second step of changing many prices: every new price, and what sells at once. */
export function RepriceForm(props: ReviewFormProps & { review: PriceReview }) {
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
      <CardList>
        {changes.map(({ itemId, name, gameName, price, newPrice }) => (
          <CardLine key={itemId} name={name} gameName={gameName}>
            <input type="hidden" name={`price:${itemId}`} value={formatDecimal(newPrice)} />
            <span className="text-muted line-through">
              <span className="sr-only">before </span>
              {formatMoney(price)}
            </span>{' '}
            <span className="font-semibold">
              <span className="sr-only">now </span>
              {formatMoney(newPrice)}
            </span>
          </CardLine>
        ))}
      </CardList>
      {copies > 0 && (
        <p>
          {copies === 1 ? 'One of them sells' : `${copies} of them sell`} at once to orders, for{' '}
          <strong className="font-semibold tabular-nums">{formatMoney(amount)}</strong>.
        </p>
      )}
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
  const { formKey, listings, onCancel = listingsPath } = props;
  const removing = usePending({ intent: 'remove-many' });
  return (
    <Form method="post" action={listingsPath} preventScrollReset className="grid gap-4">
      <IdempotencyKey value={formKey} />
      <input type="hidden" name="intent" value="remove-many" />
      <CardList>
        {listings.map(({ itemId, name, gameName, price }) => (
          <CardLine key={itemId} name={name} gameName={gameName}>
            <input type="hidden" name="itemId" value={itemId} />
            {formatMoney(price)}
          </CardLine>
        ))}
      </CardList>
      <p className="text-muted">They return to your inventory.</p>
      <ConfirmOrCancel cancelLabel="Keep them" onCancel={onCancel}>
        <Button variant="danger" pending={removing}>
          {listings.length === 1 ? 'Remove' : `Remove ${listings.length}`}
        </Button>
      </ConfirmOrCancel>
    </Form>
  );
}

function CardList({ children }: { children: ReactNode }) {
  return <ul className="grid max-h-[45svh] gap-2 overflow-y-auto pr-1 text-sm">{children}</ul>;
}

function CardLine(props: { name: string; gameName: string; children: ReactNode }) {
  return (
    <li className="flex items-baseline justify-between gap-4 border-b border-line pb-2">
      <span className="min-w-0 wrap-anywhere">
        <span className="font-semibold">{props.name}</span>{' '}
        <span className="text-muted">{props.gameName}</span>
      </span>
      <span className="whitespace-nowrap tabular-nums">{props.children}</span>
    </li>
  );
}
