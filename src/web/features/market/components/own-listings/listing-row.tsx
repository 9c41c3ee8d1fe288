import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Form } from 'react-router';
import type { OwnListing } from '#domain/market/lists/list-own-listings.ts';
import { formatDecimal } from '#shared/format/amounts/money.ts';
import { getSellerShare } from '#shared/format/amounts/seller-share.ts';
import { IdempotencyKey } from '#web/lib/idempotency-key.tsx';
import { usePending } from '#web/lib/use-pending.ts';
import { listingAnchor } from '#web/paths/market.ts';
import { Button } from '#web/ui/button.tsx';
import { CardPicture } from '#web/ui/cards/card-picture.tsx';
import { CardTitle } from '#web/ui/cards/card-title.tsx';
import { MoneyField } from '#web/ui/fields/money-field.tsx';
import { DateTime } from '#web/ui/texts/date-time.tsx';
import { MoneyAmount } from '#web/ui/texts/money-amount.tsx';
import { useNumbers } from '#web/ui/texts/numbers.ts';
import { checkPrice } from '../selling/check-price.ts';
import { ImmediateSaleNote } from '../selling/immediate-sale.tsx';
import { chosenFormId } from './chosen-form-id.ts';

interface ListingRowProps {
  /** `keys`: the idempotency keys of the forms. */
  item: OwnListing & { keys: { reprice: string; match: string; remove: string } };
  feePercent: number;
  /** Whether the URL names this listing. */
  highlighted: boolean;
  failure: { fields: Record<string, string>; typed: Record<string, string> } | null;
  /** A new price at which an order buys the card at once for `amount`, so that the seller must confirm it. */
  unconfirmed: { price: number; amount: number } | null;
}

/** Aligns a button with the input, whose label is above it. */
const besideField = 'mt-7.5';

/** One of the reader's listings, with its prices, a form to change the price and one to remove it. */
export function ListingRow(props: ListingRowProps) {
  const { formatMoney } = useNumbers();
  const { item, feePercent, highlighted, failure, unconfirmed } = props;
  const { id, name, price, cheapestOther, highestOrder } = item;
  const removing = usePending({ intent: 'remove', itemId: id });
  return (
    <li
      id={listingAnchor(id)}
      className={`relative grid scroll-mt-24 scroll-mb-40 grid-cols-[4.5rem_minmax(0,1fr)] gap-x-5 gap-y-4 rounded-lg bg-surface p-4 shadow-lift md:grid-cols-[4.5rem_minmax(0,1fr)_auto] md:items-center sm:p-5 ${highlighted ? 'ring-2 ring-accent ring-inset' : ''}`}
    >
      <label className="absolute top-1.5 left-1.5 z-10 grid size-9 place-items-center rounded-md bg-surface/85">
        <input
          type="checkbox"
          form={chosenFormId}
          name="itemId"
          value={id}
          aria-label={`Choose ${name} for ${formatMoney(price)}`}
          className="size-5 accent-accent"
        />
      </label>
      <CardPicture
        name={name}
        rarity={item.rarity}
        picture={item.picture}
        caption={false}
        className="self-start"
      />
      <div className="grid min-w-0 gap-1">
        <CardTitle card={item} />
        <dl className="flex flex-wrap gap-x-5 text-sm text-muted">
          <Fact term="Price">
            <MoneyAmount cents={price} className="font-semibold text-ink" />
          </Fact>
          {feePercent > 0 && (
            <Fact term="You get">
              <MoneyAmount cents={getSellerShare(price, feePercent)} />
            </Fact>
          )}
          <Fact term="Cheapest of others">
            {cheapestOther === null ? 'none' : <MoneyAmount cents={cheapestOther} />}
          </Fact>
          <Fact term="Highest order">
            {highestOrder === null ? 'none' : <MoneyAmount cents={highestOrder} />}
          </Fact>
          <Fact term="At this price since">
            <DateTime value={item.listedAt} />
          </Fact>
        </dl>
      </div>
      <div className="col-span-full flex flex-wrap items-start gap-x-3 gap-y-1 md:col-span-1 md:w-84">
        <PriceForm
          // A new price is a new listing id, so a price that changed elsewhere shows in the field.
          key={`${id} ${unconfirmed?.price ?? ''}`}
          item={item}
          highlighted={highlighted}
          failure={failure}
          unconfirmed={unconfirmed}
        />
        <Form method="post" preventScrollReset>
          <IdempotencyKey value={item.keys.remove} />
          <input type="hidden" name="intent" value="remove" />
          <input type="hidden" name="itemId" value={id} />
          <Button
            variant="ghost"
            pending={removing}
            aria-label={`Remove ${name}`}
            className={besideField}
          >
            Remove
          </Button>
        </Form>
        {cheapestOther !== null && cheapestOther !== price && (
          <MatchForm item={item} price={cheapestOther} />
        )}
      </div>
    </li>
  );
}

/** Sets the price of the cheapest other listing. */
function MatchForm({ item, price }: Pick<ListingRowProps, 'item'> & { price: number }) {
  const { formatMoney } = useNumbers();
  const { id, name, keys } = item;
  const typed = formatDecimal(price);
  const saving = usePending({ intent: 'reprice', itemId: id, price: typed });
  return (
    <Form method="post" preventScrollReset className="w-full">
      <IdempotencyKey value={keys.match} />
      <input type="hidden" name="intent" value="reprice" />
      <input type="hidden" name="itemId" value={id} />
      <input type="hidden" name="price" value={typed} />
      <Button variant="quiet" size="sm" pending={saving}>
        Match the cheapest, {formatMoney(price)}
        <span className="sr-only">: {name}</span>
      </Button>
    </Form>
  );
}

function PriceForm(props: Omit<ListingRowProps, 'feePercent'>) {
  const { formatMoney } = useNumbers();
  const { item, highlighted, failure, unconfirmed } = props;
  const saving = usePending({ intent: 'reprice', itemId: item.id });
  const [problem, setProblem] = useState<string | null>(null);
  // Another price is another question.
  const [asked, setAsked] = useState(true);
  const atOnce = asked && unconfirmed ? unconfirmed.amount : null;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (highlighted) form.current?.querySelector<HTMLElement>('[name=price]')?.focus();
  }, [highlighted]);
  return (
    <Form
      ref={form}
      method="post"
      preventScrollReset
      noValidate
      className="grid flex-1 gap-2"
      onInput={() => setAsked(false)}
      onSubmit={(event) => setProblem(checkPrice(event))}
    >
      <IdempotencyKey value={item.keys.reprice} />
      <input type="hidden" name="intent" value="reprice" />
      <input type="hidden" name="itemId" value={item.id} />
      <div className="flex items-start gap-2">
        <MoneyField
          label="New price"
          aria-label={`New price of ${item.name}, now ${formatMoney(item.price)}`}
          name="price"
          defaultValue={failure?.typed.price ?? formatDecimal(unconfirmed?.price ?? item.price)}
          error={problem ?? failure?.fields.price}
          className="min-w-24 flex-1 md:w-32"
        />
        <Button
          variant={atOnce === null ? 'quiet' : 'primary'}
          pending={saving}
          aria-label={
            atOnce === null
              ? `Save the price of ${item.name}`
              : `Sell ${item.name} at once for ${formatMoney(atOnce)}`
          }
          className={besideField}
        >
          {atOnce === null ? 'Save' : 'Sell at once'}
        </Button>
      </div>
      <ImmediateSaleNote amount={atOnce} />
    </Form>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-1.5">
      <dt className="whitespace-nowrap">{term}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  );
}
