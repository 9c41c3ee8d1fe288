import { formatMoney } from '#shared/format/money.ts';

/** An amount in cents as the product shows money everywhere; its figures stand in columns. */
export function MoneyAmount({ cents, className = '' }: { cents: number; className?: string }) {
  return (
    <span className={`whitespace-nowrap tabular-nums ${className}`}>{formatMoney(cents)}</span>
  );
}
