import { Tag } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Form } from 'react-router';
import type { SellingLimits } from '#domain/market/selling/get-selling-limits.ts';
import { parseAmount, priceRules, roundAmount } from '#shared/format/amounts/amount-field.ts';
import { formatDecimal } from '#shared/format/amounts/money.ts';
import { getSellerShare } from '#shared/format/amounts/seller-share.ts';
import type { FormError } from '#web/lib/actions/form-error.ts';
import { IdempotencyKey } from '#web/lib/idempotency-key.tsx';
import { usePending } from '#web/lib/use-pending.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { MoneyField } from '#web/ui/fields/money-field.tsx';
import { useNumbers } from '#web/ui/texts/numbers.ts';
import { checkPrice } from './check-price.ts';
import { ImmediateSaleNote } from './immediate-sale.tsx';
import { FirstDayLimit, SellingBlocked } from './selling-limits.tsx';
import type { SellResult } from './use-sell-card.ts';

/** What the page of a card needs to sell one of the reader's copies. Money in cents. */
export interface SellingHere {
  gameId: number;
  limits: SellingLimits;
  /** The cheapest listing of others, and what an order pays at once; null without one. */
  cheapest: number | null;
  order: number | null;
  /** The idempotency keys of the forms. */
  keys: { typed: string; cheapest: string; order: string };
}

interface SellHereFormProps {
  kindId: string;
  selling: SellingHere;
  /** The result of the last form. */
  result: Pick<SellResult, 'sold' | 'unconfirmed'>;
  failure: FormError | null;
}

/** Aligns a button with the input, whose label is above it. */
const besideField = 'mt-7.5';

/** Sells one copy on the page of its card: at a typed price, or with one press at a suggested price. */
export function SellHereForm({ kindId, selling, result, failure }: SellHereFormProps) {
  const { formatMoney } = useNumbers();
  const { sold, unconfirmed } = result;
  const { gameId, limits, cheapest, order, keys } = selling;
  const [price, setPrice] = useState(
    failure?.typed.price ?? (unconfirmed ? formatDecimal(unconfirmed.price) : ''),
  );
  const [problem, setProblem] = useState<string | null>(null);
  const pending = usePending({ intent: 'sell' });
  useEffect(() => {
    // The price was for the sold copy.
    if (sold) setPrice('');
  }, [sold]);
  if (limits.blockedReason || limits.remaining === 0) return <SellingBlocked limits={limits} />;
  const typed = parseAmount(roundAmount(price), priceRules);
  const cents = 'cents' in typed ? typed.cents : null;
  const atOnce =
    cents === null
      ? null
      : unconfirmed?.price === cents
        ? unconfirmed.amount
        : order !== null && cents <= order
          ? order
          : null;

  const card = (
    <>
      <input type="hidden" name="gameId" value={gameId} />
      <input type="hidden" name="kindId" value={kindId} />
    </>
  );
  const fieldError = problem ?? failure?.fields.price;
  return (
    <section
      aria-label="Sell one copy"
      className="grid gap-3 rounded-lg bg-surface p-4 shadow-lift"
    >
      <Form
        method="post"
        preventScrollReset
        noValidate
        onSubmit={(event) => setProblem(checkPrice(event))}
        className="grid gap-3"
      >
        <IdempotencyKey value={keys.typed} />
        <input type="hidden" name="intent" value="sell" />
        {card}
        <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2">
          <MoneyField
            label="Price"
            name="price"
            value={price}
            onChange={(event) => {
              setPrice(event.currentTarget.value);
              setProblem(null);
            }}
            onRounded={setPrice}
            error={fieldError}
          />
          <Button pending={pending} className={besideField}>
            <Tag aria-hidden />
            {atOnce === null ? 'Sell' : 'Sell at once'}
          </Button>
        </div>
        <ImmediateSaleNote amount={atOnce} />
      </Form>
      {failure && !fieldError && (
        <Alert tone="failure">{failure.fields.key ?? failure.message}</Alert>
      )}
      {(cheapest !== null || order !== null) && (
        <div className="flex flex-wrap gap-2">
          {cheapest !== null && (
            <SuggestedSale
              intent="sell-cheapest"
              formKey={keys.cheapest}
              price={cheapest}
              label="Match the cheapest"
            >
              {card}
            </SuggestedSale>
          )}
          {order !== null && (
            <SuggestedSale
              intent="sell-order"
              formKey={keys.order}
              price={order}
              label="Fill the best order"
              hint="sells at once"
            >
              {card}
              <input type="hidden" name="confirmed" value={order} />
            </SuggestedSale>
          )}
        </div>
      )}
      {limits.feePercent > 0 && (
        <p className="text-sm text-muted">
          You get the price less a fee of {limits.feePercent}%
          {cents !== null && `: ${formatMoney(getSellerShare(cents, limits.feePercent))}`}.
        </p>
      )}
      <FirstDayLimit firstDay={limits.firstDay} price={cents ?? undefined} />
    </section>
  );
}

interface SuggestedSaleProps {
  intent: string;
  formKey: string;
  price: number;
  label: string;
  hint?: string;
  /** The other inputs of the form. */
  children: ReactNode;
}

/** A form of one button that sells a copy at a suggested price. */
function SuggestedSale(props: SuggestedSaleProps) {
  const { formatMoney } = useNumbers();
  const { intent, formKey, price, label, hint, children } = props;
  const pending = usePending({ intent });
  return (
    <Form method="post" preventScrollReset className="min-w-44 flex-1">
      <IdempotencyKey value={formKey} />
      <input type="hidden" name="intent" value={intent} />
      {children}
      <input type="hidden" name="price" value={formatDecimal(price)} />
      <Button variant="quiet" size="sm" block pending={pending} className="min-h-12">
        <span className="grid">
          <span>{label}</span>
          <span className="text-xs font-normal text-muted tabular-nums">
            {formatMoney(price)}
            {hint && `, ${hint}`}
          </span>
        </span>
      </Button>
    </Form>
  );
}
