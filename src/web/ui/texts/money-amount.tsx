import { useNumbers } from './numbers.ts';

/** An amount in cents, formatted as money, with digits of equal width. */
export function MoneyAmount({ cents, className = '' }: { cents: number; className?: string }) {
  const { formatMoney } = useNumbers();
  return (
    <span className={`whitespace-nowrap tabular-nums ${className}`}>{formatMoney(cents)}</span>
  );
}
