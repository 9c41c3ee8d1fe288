import { Check, X } from 'lucide-react';
import type { Purchase, StepOutcome } from '#domain/collections/missing-cards-report.ts';
import { appErrors } from '#shared/errors/app-error.ts';
import { MoneyAmount } from '#web/ui/texts/money-amount.tsx';
import { useNumbers } from '#web/ui/texts/numbers.ts';
import { MissingCardsOutcome } from './missing-cards-outcome.tsx';

type MissingCardsReportProps = Pick<Purchase, 'maximum' | 'spent' | 'cards'>;

/** The result of buying the missing cards: for each card, the price or why it was not bought. */
export function MissingCardsReport({ maximum, spent, cards }: MissingCardsReportProps) {
  const { formatMoney } = useNumbers();
  const bought = cards.filter(({ outcome }) => outcome && 'itemId' in outcome).length;
  const count = bought === 1 ? 'One card' : `${bought} cards`;
  return (
    <MissingCardsOutcome
      id="purchase-title"
      title={bought === 0 ? 'No card was bought' : `${count} bought for ${formatMoney(spent)}`}
      isGood={bought > 0}
      cards={cards.map(({ kindId, name, outcome }) => ({
        kindId,
        name,
        icon:
          outcome && 'itemId' in outcome ? (
            <Check aria-hidden className="text-alive" />
          ) : (
            <X aria-hidden className="text-muted" />
          ),
        text: <OutcomeText outcome={outcome} />,
      }))}
    >
      <p className="text-sm text-muted">Your highest total was {formatMoney(maximum)}.</p>
    </MissingCardsOutcome>
  );
}

function OutcomeText({ outcome }: { outcome: StepOutcome }) {
  const { formatMoney } = useNumbers();
  if (outcome === null) return 'not bought yet. Try again.';
  if ('itemId' in outcome) {
    return (
      <>
        bought for <MoneyAmount cents={outcome.price} />.
      </>
    );
  }
  switch (outcome.reason) {
    case 'not-for-sale':
      return 'not bought, as nobody else had it for sale.';
    case 'yours-by-now':
      return 'not bought, as you had it by then.';
    case 'others-were-faster':
      return 'not bought, as others were faster.';
    case 'over-maximum':
      return `not bought, as the cheapest was ${formatMoney(outcome.price)} and ${formatMoney(outcome.left)} was left of your highest total.`;
    case 'refused':
      return `not bought. ${appErrors[outcome.code].text}`;
  }
}
