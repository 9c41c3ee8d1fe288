import type { ReactNode } from 'react';
import { type FetcherWithComponents, Link } from 'react-router';
import { formatDecimal } from '#shared/money.ts';
import { Button, ButtonLink } from '../button.tsx';
import { CardPicture } from '../card-picture.tsx';
import { IdempotencyKey } from '../idempotency-key.tsx';
import { Money } from '../money.tsx';
import { Notice } from '../notice.tsx';
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

/** The exact question (spec 5); the price without a sign, as it names the coins itself. */
export function buyQuestion({ price }: Pick<MarketGridItem, 'price'>): string {
  return `Are you sure you want to buy this item for ${formatDecimal(price)} coins?`;
}

/** What is bought, what is left afterwards, and what stands in the way. */
export function BuyFacts({ item, balance, formKey, refused }: BuyProps) {
  const after = balance - item.price;
  return (
    <div className="grid gap-4">
      <div className="grid grid-cols-[6.5rem_1fr] items-center gap-5">
        <CardPicture {...item.kind} caption={false} eager />
        <div className="grid gap-1">
          <p className="font-display text-lg leading-tight font-bold wrap-anywhere">
            {item.kind.name}
          </p>
          <p className="text-muted wrap-anywhere">{item.game.name}</p>
          <p className="text-sm text-muted wrap-anywhere">sold by {item.seller.username}</p>
          <dl className="mt-2 grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 text-sm">
            <dt className="text-muted">Price</dt>
            <dd className="text-right font-semibold">
              <Money cents={item.price} />
            </dd>
            <dt className="text-muted">Balance now</dt>
            <dd className="text-right font-semibold">
              <Money cents={balance} />
            </dd>
            <dt className="text-muted">Balance after</dt>
            <dd className={`text-right font-semibold ${after < 0 ? 'text-danger' : ''}`}>
              {after < 0 ? 'not enough' : <Money cents={after} />}
            </dd>
          </dl>
        </div>
      </div>
      <Obstacle formKey={formKey} short={after < 0} refused={refused} />
    </div>
  );
}

function Obstacle(props: { formKey: string | null; short: boolean; refused: string | null }) {
  const { formKey, short, refused } = props;
  if (formKey === null) {
    return (
      <Notice>
        Guests cannot do this.{' '}
        <Link to="/register" className="text-link">
          Register
        </Link>{' '}
        to keep your games and cards.
      </Notice>
    );
  }
  if (short) return <Notice tone="failure">Not enough money.</Notice>;
  return refused ? <Notice tone="failure">{refused}</Notice> : null;
}

/** The one thing to do, and the way out. */
export function BuyActions(props: BuyProps & { cancel: ReactNode }) {
  const { item, balance, formKey, list, fetcher, cancel } = props;
  return (
    <>
      {formKey === null ? (
        <ButtonLink to="/register">Register</ButtonLink>
      ) : balance < item.price ? (
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
