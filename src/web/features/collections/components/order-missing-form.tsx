import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Form, Link } from 'react-router';
import type { SuggestedOrder } from '#domain/collections/suggest-missing-orders.ts';
import { parseAmount, priceRules } from '#shared/format/amounts/amount-field.ts';
import { getOrderField } from '#shared/format/amounts/missing-card-order-fields.ts';
import { formatDecimal } from '#shared/format/amounts/money.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { CardPicture } from '#web/ui/cards/card-picture.tsx';
import { RarityBadge } from '#web/ui/cards/rarity-badge.tsx';
import { MoneyField } from '#web/ui/fields/money-field.tsx';
import { type Numbers, useNumbers } from '#web/ui/texts/numbers.ts';

interface OrderMissingFormProps {
  gameId: number;
  cards: readonly SuggestedOrder[];
  /** The typed prices by field name; null for the suggested ones. */
  typed: Readonly<Record<string, string>> | null;
  /** Error text by field name. */
  fields: Readonly<Record<string, string>>;
  /** Cents. */
  balance: number;
}

/** A price for each missing card. The form opens the question, which lists what happens, and moves nothing. */
export function OrderMissingForm(props: OrderMissingFormProps) {
  const { formatMoney } = useNumbers();
  const { gameId, cards, typed, fields, balance } = props;
  const form = useRef<HTMLFormElement>(null);
  const atFirst = sumPrices(cards.map((card) => getPriceText(card, typed)));
  const [count, setCount] = useState(atFirst.count);
  const [total, setTotal] = useState(atFirst.total);

  function sumFields() {
    const data = new FormData(form.current ?? undefined);
    const texts = cards.map(({ kindId }) => String(data.get(getOrderField(kindId)) ?? ''));
    const sum = sumPrices(texts);
    setCount(sum.count);
    setTotal(sum.total);
  }

  // Runs after every render: the server or the browser may have filled in the fields.
  useEffect(sumFields);

  const tooMuch = total > balance;
  return (
    <Form
      method="get"
      ref={form}
      noValidate
      replace
      preventScrollReset
      onInput={sumFields}
      className="grid gap-6 [&_:is(input,button)]:scroll-mb-32"
    >
      <input type="hidden" name="ask" value="yes" />
      <ul className="grid gap-3 lg:grid-cols-2">
        {cards.map((card) => (
          <OrderRow
            key={card.kindId}
            gameId={gameId}
            card={card}
            defaultValue={getPriceText(card, typed)}
            error={fields[getOrderField(card.kindId)]}
          />
        ))}
      </ul>
      <div
        data-bottom-bar
        className="z-10 -mx-4 flex flex-wrap items-center justify-end gap-x-5 gap-y-3 rounded-lg bg-raised px-4 py-3 shadow-float max-lg:sticky max-lg:bottom-0 max-lg:in-[body:has([data-play-bar])]:bottom-16 max-lg:rounded-b-none lg:sticky lg:bottom-4 lg:mx-0 lg:px-5"
      >
        {fields.prices && (
          <Alert tone="failure" className="w-full sm:mr-auto sm:w-auto">
            {fields.prices}
          </Alert>
        )}
        <p
          aria-live="polite"
          className={`min-w-0 tabular-nums max-sm:flex-1 ${tooMuch ? 'font-semibold text-danger' : 'text-muted'}`}
        >
          {count === 0
            ? 'No card is chosen.'
            : `${count === 1 ? 'One card' : `${count} cards`} for up to ${formatMoney(total)}.`}{' '}
          <span className="max-sm:block max-sm:text-sm">
            Your balance is {formatMoney(balance)}.
          </span>
        </p>
        <Button>Order…</Button>
      </div>
    </Form>
  );
}

/** What a price field starts with. A card that is ordered already has no field. */
function getPriceText(card: SuggestedOrder, typed: OrderMissingFormProps['typed']): string {
  if (typed) return typed[getOrderField(card.kindId)] ?? '';
  return card.ordered === null ? formatDecimal(card.suggested) : '';
}

function sumPrices(texts: readonly string[]): { count: number; total: number } {
  const cents = texts.flatMap((text) => {
    const price = parseAmount(text, priceRules);
    return 'cents' in price ? [price.cents] : [];
  });
  return { count: cents.length, total: cents.reduce((sum, price) => sum + price, 0) };
}

interface OrderRowProps {
  gameId: number;
  card: SuggestedOrder;
  defaultValue: string;
  error: string | undefined;
}

function OrderRow({ gameId, card, defaultValue, error }: OrderRowProps) {
  const numbers = useNumbers();
  const { kindId, name, rarity, picture } = card;
  return (
    <li className="grid grid-cols-[3.5rem_minmax(0,1fr)_7.5rem] content-start items-start gap-x-4 gap-y-1 rounded-lg bg-surface p-4 shadow-lift sm:grid-rows-[auto_1fr]">
      <CardPicture
        name={name}
        rarity={rarity}
        picture={picture || null}
        caption={false}
        className="sm:row-span-2"
      />
      <div className="grid min-w-0 content-start gap-0.5">
        <h2 className="text-lg wrap-anywhere">
          <Link
            to={`/community/market/cards/${kindId}?game=${gameId}`}
            prefetch="intent"
            className="hover:text-link"
          >
            {name}
          </Link>
        </h2>
        <RarityBadge rarity={rarity} />
      </div>
      {card.ordered === null ? (
        <MoneyField
          label="Highest price"
          aria-label={`Highest price for ${name}`}
          name={getOrderField(kindId)}
          placeholder="no order"
          defaultValue={defaultValue}
          error={error}
        />
      ) : (
        <p className="text-right">
          <Link to="/community/market/orders" className="inline-block min-h-6 text-link">
            Your orders
          </Link>
        </p>
      )}
      <p className="col-span-full text-sm text-muted tabular-nums sm:col-span-2 sm:col-start-2">
        {describeSource(card, numbers)}
      </p>
    </li>
  );
}

function describeSource(
  { ordered, source, suggested, rarity }: SuggestedOrder,
  { formatMoney }: Numbers,
): ReactNode {
  if (ordered !== null) return `You have ordered it for up to ${formatMoney(ordered)}.`;
  switch (source) {
    case 'cheapest':
      return `For sale from ${formatMoney(suggested)}: at this price or more it is bought at once.`;
    case 'median':
      return `Not for sale. ${formatMoney(suggested)} is the median of 30 days.`;
    case 'rarity':
      return `Not for sale, and no median yet. ${formatMoney(suggested)} is our suggestion for ${rarity} cards.`;
  }
}
