import { Tag } from 'lucide-react';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import type { InventoryStack } from '#domain/inventory/list-inventory.ts';
import type { CardPrice } from '#domain/market/prices/get-card-prices.ts';
import type { SellingLimits } from '#domain/market/selling/get-selling-limits.ts';
import { marketConstants } from '#shared/constants/market/market.ts';
import { parseAmount, priceRules, roundAmount } from '#shared/format/amounts/amount-field.ts';
import { getSellerShare } from '#shared/format/amounts/seller-share.ts';
import { IdempotencyKey } from '#web/lib/idempotency-key.tsx';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { MoneyField } from '#web/ui/fields/money-field.tsx';
import { MoneyAmount } from '#web/ui/texts/money-amount.tsx';
import { useNumbers } from '#web/ui/texts/numbers.ts';
import { checkPrice } from './check-price.ts';
import { ImmediateSaleNote } from './immediate-sale.tsx';
import { FirstDayLimit, RestingCards, SellingBlocked } from './selling-limits.tsx';
import { SuggestedPrices } from './suggested-prices.tsx';
import type { CardSelling, SellResult } from './use-sell-card.ts';

export interface SellCardFormProps {
  card: Pick<InventoryStack, 'gameId' | 'kindId' | 'name' | 'rarity' | 'copies'>;
  formKey: string;
  limits: SellingLimits;
  /** Null until they are read. */
  prices: (Pick<CardPrice, 'median' | 'cheapest'> & { order: number | null }) | null;
  /** The number of copies that cannot be sold yet. */
  resting: number;
  selling: CardSelling;
}

/** Puts one copy of a card up for sale, and shows the seller's limits before the form is sent. */
export function SellCardForm(props: SellCardFormProps) {
  const { card, limits, resting } = props;
  const restingCards = resting > 0 && limits.firstDay && (
    <RestingCards copies={resting} of={card.copies} until={limits.firstDay.endsAt} />
  );
  const canSell = limits.blockedReason === null && limits.remaining > 0;
  return (
    <section
      aria-label={`Sell ${card.name}`}
      className="grid scroll-mt-24 scroll-mb-6 gap-3 border-t border-line pt-4"
    >
      <h3 className="text-lg">Sell</h3>
      <SellingBlocked limits={limits} />
      {canSell && restingCards}
      {canSell && card.copies > resting && <PriceForm {...props} />}
    </section>
  );
}

/** Aligns a button with the input, whose label is above it. */
const besideField = 'mt-7.5';

function PriceForm({ card, formKey, limits, prices, selling }: SellCardFormProps) {
  const { formatMoney } = useNumbers();
  const result = selling.resultOf(card);
  const [price, setPrice] = useState(result?.typed?.price ?? '');
  const [problem, setProblem] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const parsed = parseAmount(roundAmount(price), priceRules);
  const cents = 'cents' in parsed ? parsed.cents : null;
  const { feePercent, firstDay } = limits;
  const atOnce = findImmediateSale(cents, prices?.order ?? null, result);
  const fieldError = problem ?? result?.error?.fields.price;
  const formError = fieldError ? null : result?.error;
  const formErrorId = useId();

  useEffect(() => {
    // The price was for the sold copy; the next copy needs a price of its own.
    if (result?.sold) setPrice('');
  }, [result]);

  useEffect(() => {
    // After an error the focus goes to the field that can correct it.
    if (!result?.error) return;
    form.current?.querySelector<HTMLElement>('[name=price]')?.focus({ preventScroll: true });
  }, [result]);

  function changePrice(next: string) {
    setPrice(next);
    setProblem(null);
  }

  function validate(event: FormEvent<HTMLFormElement>) {
    const found = checkPrice(event);
    setProblem(found);
    if (found === null) selling.start(card);
  }

  return (
    <selling.Form method="post" noValidate ref={form} onSubmit={validate} className="grid gap-3">
      <IdempotencyKey value={formKey} />
      <input type="hidden" name="gameId" value={card.gameId} />
      <input type="hidden" name="kindId" value={card.kindId} />
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2">
        <MoneyField
          label="Price"
          name="price"
          value={price}
          onChange={(event) => changePrice(event.currentTarget.value)}
          onRounded={setPrice}
          error={fieldError}
          hint={`From ${formatMoney(marketConstants.priceMinCents)} to ${formatMoney(marketConstants.priceMaxCents)}.`}
          aria-describedby={formError ? formErrorId : undefined}
        />
        <Button pending={selling.pending} className={besideField}>
          <Tag aria-hidden />
          {atOnce === null ? 'Sell' : 'Sell at once'}
        </Button>
      </div>
      <ImmediateSaleNote amount={atOnce} />
      {formError && (
        <Alert tone="failure" id={formErrorId}>
          {formError.fields.key ?? formError.message}
        </Alert>
      )}
      {prices && <SuggestedPrices prices={prices} rarity={card.rarity} onChoose={changePrice} />}
      {feePercent > 0 && cents === null && (
        <p className="text-sm text-muted">You get the price less a fee of {feePercent}%.</p>
      )}
      {feePercent > 0 && cents !== null && (
        <p className="flex items-baseline justify-between gap-4 text-sm text-muted">
          You get, less a fee of {feePercent}%
          <output>
            <MoneyAmount
              cents={getSellerShare(cents, feePercent)}
              className="text-base font-semibold text-ink"
            />
          </output>
        </p>
      )}
      <FirstDayLimit firstDay={firstDay} price={cents ?? undefined} />
      <p className="text-sm text-muted">
        {card.copies > 1 ? `You keep ${formatCopies(card.copies - 1)}.` : 'This is your last copy.'}
      </p>
    </selling.Form>
  );
}

/** What an order pays at once at this price, in cents: as the server said, else as the page knows; or null. */
function findImmediateSale(
  cents: number | null,
  order: number | null,
  result: SellResult | undefined,
): number | null {
  if (cents === null) return null;
  if (result?.unconfirmed?.price === cents) return result.unconfirmed.amount;
  return order !== null && cents <= order ? order : null;
}

function formatCopies(copies: number): string {
  return copies === 1 ? 'one copy' : `${copies} copies`;
}
