import type { CardValue } from '#domain/market/prices/card-value.ts';
import { Alert } from '#web/ui/alert.tsx';
import { useNumbers } from '#web/ui/texts/numbers.ts';

/** Warns when the values of the two sides differ by more than half of the higher one. */
export function ValueWarning({
  giveValue,
  getValue,
}: {
  giveValue: CardValue;
  getValue: CardValue;
}) {
  const { formatMoney } = useNumbers();
  const [gives, gets] = [giveValue.price, getValue.price];
  if (Math.abs(gives - gets) * 2 <= Math.max(gives, gets)) return null;
  const format = ({ price, isEstimated }: CardValue) =>
    isEstimated ? `about ${formatMoney(price)}, estimated,` : formatMoney(price);
  return (
    <Alert>
      {gives > gets ? 'You give' : 'You get'} far more than you {gives > gets ? 'get' : 'give'}:{' '}
      {format(giveValue)} for {format(getValue)} at market values.
    </Alert>
  );
}
