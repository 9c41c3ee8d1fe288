import { formatMoney } from '#shared/format/money.ts';

/** An amount in cents, formatted as money, with digits of equal width. */
export function MoneyAmount({ cents, className = '' }: { cents: number; className?: string }) {
  return (
    <span className={`whitespace-nowrap tabular-nums ${className}`}>{formatMoney(cents)}</span>
  );
}
