import { Alert } from '#web/ui/alert.tsx';
import { useNumbers } from '#web/ui/numbers.ts';

/** Warns when the values of the two sides differ by more than half of the higher one. */
export function ValueWarning({ giveValue, getValue }: { giveValue: number; getValue: number }) {
  const { formatMoney } = useNumbers();
  const higher = Math.max(giveValue, getValue);
  if (Math.abs(giveValue - getValue) * 2 <= higher) return null;
  return (
    <Alert>
      {giveValue > getValue ? 'You give' : 'You get'} far more than you{' '}
      {giveValue > getValue ? 'get' : 'give'}: {formatMoney(giveValue)} for {formatMoney(getValue)}{' '}
      at market values.
    </Alert>
  );
}
