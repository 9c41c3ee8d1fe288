import type { ReactNode } from 'react';
import type { FetcherWithComponents } from 'react-router';
import { formatDecimal, formatMoney } from '#shared/format/money.ts';
import { CardPicture } from '#web/features/inventory/components/card-picture.tsx';
import { MoneyAmount } from '#web/features/wallet/components/money-amount.tsx';
import { IdempotencyKey } from '#web/lib/idempotency-key.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { MarketGridItem } from './market-grid.tsx';

/** The question, to whom it is put, and what came of it so far. */
export interface BuyProps {
  item: MarketGridItem;
  /** Cents. */
  balance: number;
  /** The key of the purchase; null for a guest, who may not buy. */
  formKey: string | null;
  /** The address of the list, which the form is sent to. */
  list: string;
  fetcher: FetcherWithComponents<unknown>;
  /** Why the last try was refused. */
  refused: string | null;
}

type Asked = Pick<BuyProps, 'item' | 'balance' | 'formKey'>;

/** Why there is nothing to ask: a guest may not buy, or the money is too little. */
function obstacleOf({ item, balance, formKey }: Asked): 'guest' | 'money' | null {
  if (formKey === null) return 'guest';
  return balance < item.price ? 'money' : null;
}

/**
 * The exact question, the price without a sign, as it names the coins itself; or what stands in
 * the way of asking it.
 */
export function buyQuestion(asked: Asked): string {
  const obstacle = obstacleOf(asked);
  if (obstacle === 'guest') return 'Guests cannot buy cards.';
  if (obstacle === 'money') return 'Not enough money.';
  const { price } = asked.item;
  return `Are you sure you want to buy this item for ${formatDecimal(price)} coins?`;
}

/** What is bought, what is left afterwards, and what stands in the way. */
export function BuyFacts(props: BuyProps) {
  const { item, balance, refused } = props;
  const after = balance - item.price;
  const obstacle = obstacleOf(props);
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
            <dd className={`text-right font-semibold ${after < 0 ? 'text-danger' : ''}`}>
              {after < 0 ? 'not enough' : <MoneyAmount cents={after} />}
            </dd>
          </dl>
        </div>
      </div>
      {obstacle === 'guest' && (
        <Notice>Register to keep your games and cards, and to trade.</Notice>
      )}
      {obstacle === 'money' && (
        <Notice tone="failure">{formatMoney(-after)} is missing to buy this card.</Notice>
      )}
      {obstacle === null && refused && <Notice tone="failure">{refused}</Notice>}
    </div>
  );
}

/** The one thing to do, and the way out. */
export function BuyActions(props: BuyProps & { cancel: ReactNode }) {
  const { item, formKey, list, fetcher, cancel } = props;
  const obstacle = obstacleOf(props);
  return (
    <>
      {obstacle === 'guest' || formKey === null ? (
        <ButtonLink to="/register">Register</ButtonLink>
      ) : obstacle === 'money' ? (
        <ButtonLink to="/add-money">Add Money</ButtonLink>
      ) : (
        <fetcher.Form method="post" action={list}>
          <IdempotencyKey value={formKey} />
          <input type="hidden" name="itemId" value={item.id} />
          <Button pending={fetcher.state !== 'idle'}>Buy</Button>
        </fetcher.Form>
      )}
      {cancel}
    </>
  );
}
