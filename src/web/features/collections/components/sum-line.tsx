import type { ReactNode } from 'react';
import { MoneyAmount } from '#web/ui/texts/money-amount.tsx';

interface SumLineProps {
  name: ReactNode;
  cents: number;
  strong?: boolean;
}

/** A line of a sum of money, in a description list with two columns. */
export function SumLine({ name, cents, strong = false }: SumLineProps) {
  return (
    <>
      <dt className={strong ? '' : 'text-muted'}>{name}</dt>
      <dd className={`text-right ${strong ? 'font-semibold' : ''}`}>
        <MoneyAmount cents={cents} />
      </dd>
    </>
  );
}
