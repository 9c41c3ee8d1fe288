import type { ReactNode } from 'react';
import type { FetcherWithComponents } from 'react-router';
import type { MarketListing } from '#domain/market/lists/list-listings.ts';
import { formatDecimal } from '#shared/format/amounts/money.ts';
import { RegisterButton } from '#web/features/accounts/public.ts';
import { IdempotencyKey } from '#web/lib/idempotency-key.tsx';
import { Alert } from '#web/ui/alert.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { CardPicture } from '#web/ui/cards/card-picture.tsx';
import { MoneyAmount } from '#web/ui/texts/money-amount.tsx';
import { useNumbers } from '#web/ui/texts/numbers.ts';

/** The listing to buy, the buyer's data and the state of the purchase. */
export interface BuyListingProps {
  item: MarketListing;
  /** Cents. */
  balance: number;
  /** The idempotency key of the purchase; null for a guest, who cannot buy. */
  formKey: string | null;
  /** The path of the list, which the form is sent to. */
  listPath: string;
  fetcher: FetcherWithComponents<unknown>;
  /** Why the last attempt failed. */
  error: string | null;
}

type BuyAttempt = Pick<BuyListingProps, 'item' | 'balance' | 'formKey'>;

/** Why the reader cannot buy: as a guest, or with too little money. Null when the reader can. */
function findObstacle({ item, balance, formKey }: BuyAttempt): 'guest' | 'money' | null {
  if (formKey === null) return 'guest';
  return balance < item.price ? 'money' : null;
}

/**
 * The title of the confirmation: the question of the specification, with the price as a bare number, or
 * why the reader cannot buy.
 */
export function getBuyTitle(attempt: BuyAttempt): string {
  const obstacle = findObstacle(attempt);
  if (obstacle === 'guest') return 'Guests cannot buy cards.';
  if (obstacle === 'money') return 'Not enough money.';
  const { price } = attempt.item;
  return `Are you sure you want to buy this item for ${formatDecimal(price)} coins?`;
}

/** The card, its price, the balance before and after, and any error. */
export function BuyDetails(props: BuyListingProps) {
  const { formatMoney } = useNumbers();
  const { item, balance, error } = props;
  const balanceAfter = balance - item.price;
  const obstacle = findObstacle(props);
  return (
    <div className="grid gap-4">
      <div className="grid grid-cols-[6.5rem_1fr] items-center gap-5">
        <CardPicture {...item.kind} caption={false} eager />
        <div className="grid gap-1">
          <p className="font-display text-lg leading-tight font-bold wrap-anywhere">
            {item.kind.name}
          </p>
          <p className="text-muted wrap-anywhere">{item.game.name}</p>
          <p className="text-sm text-muted wrap-anywhere">
            sold by <bdi>{item.seller.username}</bdi>
          </p>
          <dl className="mt-2 grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 text-sm">
            <dt className="text-muted">Price</dt>
            <dd className="text-right font-semibold">
              <MoneyAmount cents={item.price} />
            </dd>
            <dt className="text-muted">Balance now</dt>
            <dd className="text-right font-semibold">
              <MoneyAmount cents={balance} />
            </dd>
            <dt className="text-muted">Balance after</dt>
            <dd className={`text-right font-semibold ${balanceAfter < 0 ? 'text-danger' : ''}`}>
              {balanceAfter < 0 ? 'not enough' : <MoneyAmount cents={balanceAfter} />}
            </dd>
          </dl>
        </div>
      </div>
      {obstacle === 'guest' && <Alert>Register to keep your games and cards, and to trade.</Alert>}
      {obstacle === 'money' && (
        <Alert tone="failure">{formatMoney(-balanceAfter)} is missing to buy this card.</Alert>
      )}
      {obstacle === null && error && <Alert tone="failure">{error}</Alert>}
    </div>
  );
}

/** Buy, or a link to the page that removes the obstacle; then Cancel. */
export function BuyActions(props: BuyListingProps & { cancel: ReactNode }) {
  const { item, formKey, listPath, fetcher, cancel } = props;
  const obstacle = findObstacle(props);
  return (
    <>
      {obstacle === 'guest' || formKey === null ? (
        <RegisterButton>Register</RegisterButton>
      ) : obstacle === 'money' ? (
        <ButtonLink to="/add-money">Add Money</ButtonLink>
      ) : (
        <fetcher.Form method="post" action={listPath}>
          <IdempotencyKey value={formKey} />
          <input type="hidden" name="itemId" value={item.id} />
          <Button pending={fetcher.state !== 'idle'}>Buy</Button>
        </fetcher.Form>
      )}
      {cancel}
    </>
  );
}
