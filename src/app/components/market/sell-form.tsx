import { Tag } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { priceRules, readAmount, roundedAmount } from '#shared/amount.ts';
import { market } from '#shared/limits.ts';
import { formatMoney } from '#shared/money.ts';
import { afterFee } from '#shared/price.ts';
import { Button } from '../button.tsx';
import { IdempotencyKey } from '../idempotency-key.tsx';
import { Money } from '../money.tsx';
import { MoneyField } from '../money-field.tsx';
import { Notice } from '../notice.tsx';
import { type CardPrices, SellPrices } from './sell-prices.tsx';
import { FirstDayNotice, RestingNotice, type SellerRules, SellingBarred } from './sell-rules.tsx';
import { SoldNotice } from './sold-notice.tsx';
import type { Sale } from './use-sale.ts';

export interface SellFormProps {
  card: { gameId: number; kindId: string; name: string; copies: number };
  formKey: string;
  rules: SellerRules;
  prices: CardPrices;
  /** How many of the copies cannot be sold yet. */
  resting: number;
  sale: Sale;
}

/** Puts one copy of a card up for sale; says beforehand what the rules allow. */
export function SellForm(props: SellFormProps) {
  const { card, rules, resting } = props;
  const asleep = resting > 0 && rules.firstDay && (
    <RestingNotice copies={resting} of={card.copies} until={rules.firstDay.endsAt} />
  );
  const open = rules.barred === null && rules.room > 0;
  return (
    <section aria-label={`Sell ${card.name}`} className="grid gap-4 border-t border-line pt-5">
      <h3 className="text-lg">Sell</h3>
      <SellingBarred rules={rules} />
      {open && asleep}
      {open && card.copies > resting && <OpenForm {...props} />}
    </section>
  );
}

function OpenForm({ card, formKey, rules, prices, sale }: SellFormProps) {
  const answer = sale.answerFor(card);
  const sold = sale.soldOf(card);
  const [price, setPrice] = useState(answer?.typed?.price ?? '');
  const [problem, setProblem] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const read = readAmount(roundedAmount(price), priceRules);
  const cents = 'cents' in read ? read.cents : null;
  const { feePercent, firstDay } = rules;
  const wrong = problem ?? answer?.refusal?.fields.price;

  function change(next: string) {
    setPrice(next);
    setProblem(null);
  }

  function send(event: FormEvent<HTMLFormElement>) {
    const field = event.currentTarget.elements.namedItem('price');
    if (!(field instanceof HTMLInputElement)) return;
    const typed = readAmount(field.value, priceRules);
    setProblem('problem' in typed ? typed.problem : null);
    if ('problem' in typed) {
      event.preventDefault();
      field.focus();
    } else {
      sale.start(card);
    }
  }

  return (
    <sale.Form method="post" noValidate ref={form} onSubmit={send} className="grid gap-4">
      <IdempotencyKey value={formKey} />
      <input type="hidden" name="gameId" value={card.gameId} />
      <input type="hidden" name="kindId" value={card.kindId} />
      <MoneyField
        label="Price"
        name="price"
        value={price}
        onChange={(event) => change(event.currentTarget.value)}
        onRounded={setPrice}
        error={wrong}
        hint={`From ${formatMoney(market.priceMinCents)} to ${formatMoney(market.priceMaxCents)}.`}
      />
      <SellPrices prices={prices} onChoose={change} />
      {feePercent > 0 && cents === null && (
        <p className="text-sm text-muted">You get the price less a fee of {feePercent}%.</p>
      )}
      {feePercent > 0 && cents !== null && (
        <p className="flex items-baseline justify-between gap-4 text-sm text-muted">
          You get, less a fee of {feePercent}%
          <output>
            <Money
              cents={afterFee(cents, feePercent)}
              className="text-base font-semibold text-ink"
            />
          </output>
        </p>
      )}
      <FirstDayNotice firstDay={firstDay} price={cents ?? undefined} />
      {answer?.refusal && !wrong && (
        <Notice tone="failure">{answer.refusal.fields.key ?? answer.refusal.message}</Notice>
      )}
      {sold && <SoldNotice sold={sold} />}
      {card.copies === 1 && <Notice>This is your last copy.</Notice>}
      <Button pending={sale.pending} block>
        <Tag aria-hidden />
        Sell
      </Button>
      {card.copies > 1 && (
        <p className="text-center text-sm text-muted">You keep {kept(card.copies - 1)}.</p>
      )}
    </sale.Form>
  );
}

function kept(copies: number): string {
  return copies === 1 ? 'one copy' : `${copies} copies`;
}
