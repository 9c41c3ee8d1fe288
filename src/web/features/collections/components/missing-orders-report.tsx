import { Check, Hourglass, X } from 'lucide-react';
import { Link } from 'react-router';
import type { OrderOutcome, OrdersReport } from '#domain/collections/missing-orders-report.ts';
import { appErrors } from '#shared/errors/app-error.ts';
import { type Numbers, useNumbers } from '#web/ui/texts/numbers.ts';
import { MissingCardsOutcome } from './missing-cards-outcome.tsx';

/** The result of ordering missing cards: for each card, whether it was bought, is ordered, or why neither. */
export function MissingOrdersReport({ cards }: Pick<OrdersReport, 'cards'>) {
  const numbers = useNumbers();
  const prices = cards.flatMap(({ outcome }) =>
    outcome && 'bought' in outcome && outcome.bought ? [outcome.bought.price] : [],
  );
  const waiting =
    cards.filter(({ outcome }) => outcome && 'bought' in outcome).length - prices.length;
  return (
    <MissingCardsOutcome
      id="orders-title"
      title={describeResult(prices, waiting, numbers)}
      isGood={prices.length + waiting > 0}
      cards={cards.map(({ kindId, name, price, outcome }) => ({
        kindId,
        name,
        icon: <OutcomeIcon outcome={outcome} />,
        text: describeOutcome(outcome, price, numbers),
      }))}
    >
      {waiting > 0 && (
        <p>
          <Link to="/community/market/orders" className="text-link">
            Your orders
          </Link>
        </p>
      )}
    </MissingCardsOutcome>
  );
}

function describeResult(
  prices: readonly number[],
  waiting: number,
  { formatMoney }: Numbers,
): string {
  const count = (cards: number) => (cards === 1 ? 'One card' : `${cards} cards`);
  const paid = formatMoney(prices.reduce((sum, price) => sum + price, 0));
  if (prices.length === 0)
    return waiting === 0 ? 'No card was ordered' : `${count(waiting)} ordered`;
  const bought = `${count(prices.length)} bought for ${paid}`;
  return waiting === 0 ? bought : `${bought}, ${count(waiting).toLowerCase()} ordered`;
}

function OutcomeIcon({ outcome }: { outcome: OrderOutcome | null }) {
  if (outcome === null || 'reason' in outcome) return <X aria-hidden className="text-muted" />;
  const Icon = outcome.bought === null ? Hourglass : Check;
  return <Icon aria-hidden className="text-alive" />;
}

function describeOutcome(
  outcome: OrderOutcome | null,
  price: number,
  { formatMoney }: Numbers,
): string {
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
