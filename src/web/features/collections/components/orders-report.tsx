import { Check, Hourglass, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import type { OrderOutcome, OrdersReport } from '#domain/collections/missing-orders-report.ts';
import { appErrors } from '#shared/errors/app-error.ts';
import { formatMoney } from '#shared/format/money.ts';

/** The result of ordering missing cards: for each card, whether it was bought, is ordered, or why neither. */
export function MissingOrdersReport({ cards }: Pick<OrdersReport, 'cards'>) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The form was on another page, so the focus moves to its result.
  useEffect(() => {
    const frame = requestAnimationFrame(() => heading.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);
  const prices = cards.flatMap(({ outcome }) =>
    outcome && 'bought' in outcome && outcome.bought ? [outcome.bought.price] : [],
  );
  const waiting =
    cards.filter(({ outcome }) => outcome && 'bought' in outcome).length - prices.length;
  return (
    <section
      aria-labelledby="orders-title"
      className={`mb-10 grid gap-4 rounded-lg p-6 shadow-lift ${prices.length + waiting > 0 ? 'bg-alive-wash' : 'bg-surface'}`}
    >
      <h2 id="orders-title" ref={heading} tabIndex={-1} className="text-xl">
        {describeResult(prices, waiting)}
      </h2>
      <ul className="grid gap-2">
        {cards.map(({ kindId, name, price, outcome }) => (
          <li key={kindId} className="flex gap-3">
            <OutcomeIcon outcome={outcome} />
            <p className="min-w-0">
              <strong className="font-semibold">{name}</strong>: {describeOutcome(outcome, price)}
            </p>
          </li>
        ))}
      </ul>
      {waiting > 0 && (
        <p>
          <Link to="/community/market/orders" className="text-link">
            Your orders
          </Link>
        </p>
      )}
    </section>
  );
}

function describeResult(prices: readonly number[], waiting: number): string {
  const count = (cards: number) => (cards === 1 ? 'One card' : `${cards} cards`);
  const paid = formatMoney(prices.reduce((sum, price) => sum + price, 0));
  if (prices.length === 0)
    return waiting === 0 ? 'No card was ordered' : `${count(waiting)} ordered`;
  const bought = `${count(prices.length)} bought for ${paid}`;
  return waiting === 0 ? bought : `${bought}, ${count(waiting).toLowerCase()} ordered`;
}

function OutcomeIcon({ outcome }: { outcome: OrderOutcome | null }) {
  if (outcome === null || 'reason' in outcome)
    return <X aria-hidden className="mt-1 size-4.5 shrink-0 text-muted" />;
  const Icon = outcome.bought === null ? Hourglass : Check;
  return <Icon aria-hidden className="mt-1 size-4.5 shrink-0 text-alive" />;
}

function describeOutcome(outcome: OrderOutcome | null, price: number): string {
  if (outcome === null) return 'not ordered yet. Try again.';
  if ('bought' in outcome) {
    return outcome.bought === null
      ? `ordered for up to ${formatMoney(price)}.`
      : `bought at once for ${formatMoney(outcome.bought.price)}.`;
  }
  switch (outcome.reason) {
    case 'yours-by-now':
      return 'not ordered, as you had it by then.';
    case 'ordered-by-now':
      return 'not ordered again, as you have an open order for it.';
    case 'refused':
      return `not ordered. ${appErrors[outcome.code].text}`;
  }
}
