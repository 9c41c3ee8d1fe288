import { Check, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { Purchase, StepOutcome } from '#domain/collections/missing-cards-report.ts';
import { appErrors } from '#shared/errors/app-error.ts';
import { formatMoney } from '#shared/format/money.ts';
import { MoneyAmount } from '#web/ui/money-amount.tsx';

type MissingCardsReportProps = Pick<Purchase, 'maximum' | 'spent' | 'cards'>;

/** The result of buying the missing cards: for each card, the price or why it was not bought. */
export function MissingCardsReport({ maximum, spent, cards }: MissingCardsReportProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const bought = cards.filter(({ outcome }) => outcome && 'itemId' in outcome).length;
  // The pressed button may be gone, so the focus moves to the report. One frame later, as the closing
  // dialog first returns the focus to that button.
  useEffect(() => {
    const frame = requestAnimationFrame(() => heading.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <section
      aria-labelledby="purchase-title"
      className={`mb-10 grid gap-4 rounded-lg p-6 shadow-lift ${bought > 0 ? 'bg-alive-wash' : 'bg-surface'}`}
    >
      <h2 id="purchase-title" ref={heading} tabIndex={-1} className="text-xl">
        {bought === 0
          ? 'No card was bought'
          : `${bought === 1 ? 'One card' : `${bought} cards`} bought for ${formatMoney(spent)}`}
      </h2>
      <ul className="grid gap-2">
        {cards.map(({ kindId, name, outcome }) => (
          <li key={kindId} className="flex gap-3">
            {outcome && 'itemId' in outcome ? (
              <Check aria-hidden className="mt-1 size-4.5 shrink-0 text-alive" />
            ) : (
              <X aria-hidden className="mt-1 size-4.5 shrink-0 text-muted" />
            )}
            <p className="min-w-0">
              <strong className="font-semibold">{name}</strong>: <OutcomeText outcome={outcome} />
            </p>
          </li>
        ))}
      </ul>
      <p className="text-sm text-muted">Your highest total was {formatMoney(maximum)}.</p>
    </section>
  );
}

function OutcomeText({ outcome }: { outcome: StepOutcome }) {
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
