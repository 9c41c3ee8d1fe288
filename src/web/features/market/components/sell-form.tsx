import { Tag } from 'lucide-react';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { marketConstants } from '#shared/constants/market.ts';
import { priceRules, readAmount, roundedAmount } from '#shared/format/amount.ts';
import { formatMoney } from '#shared/format/money.ts';
import { afterFee } from '#shared/format/price.ts';
import { MoneyAmount } from '#web/features/wallet/components/money-amount.tsx';
import { MoneyField } from '#web/features/wallet/components/money-field.tsx';
import { IdempotencyKey } from '#web/lib/idempotency-key.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { type CardPrices, SellPrices } from './sell-prices.tsx';
import { FirstDayNotice, RestingNotice, type SellerRules, SellingBarred } from './sell-rules.tsx';
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
    <section
      aria-label={`Sell ${card.name}`}
      className="grid scroll-mt-24 scroll-mb-6 gap-3 border-t border-line pt-4"
    >
      <h3 className="text-lg">Sell</h3>
      <SellingBarred rules={rules} />
      {open && asleep}
      {open && card.copies > resting && <OpenForm {...props} />}
    </section>
  );
}

/** Below the label of the field, whatever is said below the field itself. */
const besideField = 'mt-7.5';

function OpenForm({ card, formKey, rules, prices, sale }: SellFormProps) {
  const answer = sale.answerFor(card);
  const [price, setPrice] = useState(answer?.typed?.price ?? '');
  const [problem, setProblem] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const read = readAmount(roundedAmount(price), priceRules);
  const cents = 'cents' in read ? read.cents : null;
  const { feePercent, firstDay } = rules;
  const wrong = problem ?? answer?.refusal?.fields.price;
  const refused = wrong ? null : answer?.refusal;
  const refusedId = useId();

  useEffect(() => {
    // What was refused is put right here.
    if (!answer?.refusal) return;
    form.current?.querySelector<HTMLElement>('[name=price]')?.focus({ preventScroll: true });
  }, [answer]);

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
    <sale.Form method="post" noValidate ref={form} onSubmit={send} className="grid gap-3">
      <IdempotencyKey value={formKey} />
      <input type="hidden" name="gameId" value={card.gameId} />
      <input type="hidden" name="kindId" value={card.kindId} />
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2">
        <MoneyField
          label="Price"
          name="price"
          value={price}
          onChange={(event) => change(event.currentTarget.value)}
          onRounded={setPrice}
          error={wrong}
          hint={`From ${formatMoney(marketConstants.priceMinCents)} to ${formatMoney(marketConstants.priceMaxCents)}.`}
          aria-describedby={refused ? refusedId : undefined}
        />
        <Button pending={sale.pending} className={besideField}>
          <Tag aria-hidden />
          Sell
        </Button>
      </div>
      {refused && (
        <Notice tone="failure" id={refusedId}>
          {refused.fields.key ?? refused.message}
        </Notice>
      )}
      <SellPrices prices={prices} onChoose={change} />
      {feePercent > 0 && cents === null && (
        <p className="text-sm text-muted">You get the price less a fee of {feePercent}%.</p>
      )}
      {feePercent > 0 && cents !== null && (
        <p className="flex items-baseline justify-between gap-4 text-sm text-muted">
          You get, less a fee of {feePercent}%
          <output>
            <MoneyAmount
              cents={afterFee(cents, feePercent)}
              className="text-base font-semibold text-ink"
            />
          </output>
        </p>
      )}
      <FirstDayNotice firstDay={firstDay} price={cents ?? undefined} />
      <p className="text-sm text-muted">
        {card.copies > 1 ? `You keep ${kept(card.copies - 1)}.` : 'This is your last copy.'}
      </p>
    </sale.Form>
  );
}

function kept(copies: number): string {
  return copies === 1 ? 'one copy' : `${copies} copies`;
}
