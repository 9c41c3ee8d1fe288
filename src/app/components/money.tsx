import { formatMoney } from '#shared/money.ts';

/** An amount in cents as the product shows money everywhere; its figures stand in columns. */
export function Money({ cents, className = '' }: { cents: number; className?: string }) {
  return (
    <span className={`whitespace-nowrap tabular-nums ${className}`}>{formatMoney(cents)}</span>
  );
}
