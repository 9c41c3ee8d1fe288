import type { CardValue } from '#domain/market/prices/card-value.ts';
import { MoneyAmount } from '#web/ui/texts/money-amount.tsx';

/** A value of cards, which says so when it is an estimate. */
export function ValueAmount({ value }: { value: CardValue }) {
  if (!value.isEstimated) return <MoneyAmount cents={value.price} />;
  return (
    <span>
      about <MoneyAmount cents={value.price} />, estimated
    </span>
  );
}
