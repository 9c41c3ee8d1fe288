import type { ReactNode } from 'react';
import { useNumbers } from '#web/ui/texts/numbers.ts';

/** The cards of a form about many, before it is confirmed. */
export function ReviewList({ children }: { children: ReactNode }) {
  return <ul className="grid max-h-[45svh] gap-2 overflow-y-auto pr-1 text-sm">{children}</ul>;
}

interface ReviewLineProps {
  name: string | undefined;
  gameName: string | undefined;
  /** What stands below the name. */
  note?: ReactNode;
  /** The price. */
  children: ReactNode;
}

export function ReviewLine({ name, gameName, note, children }: ReviewLineProps) {
  return (
    <li className="flex items-baseline justify-between gap-4 border-b border-line pb-2">
      <span className="min-w-0 wrap-anywhere">
        <span className="font-semibold">{name}</span> <span className="text-muted">{gameName}</span>
        {note}
      </span>
      <span className="whitespace-nowrap tabular-nums">{children}</span>
    </li>
  );
}

/** How many of the cards orders buy at once, and for how much. */
export function ImmediateSales({ copies, amount }: { copies: number; amount: number }) {
  const { formatMoney } = useNumbers();
  if (copies === 0) return null;
  return (
    <p>
      {copies === 1 ? 'One of them sells' : `${copies} of them sell`} at once to orders, for{' '}
      <strong className="font-semibold tabular-nums">{formatMoney(amount)}</strong>.
    </p>
  );
}
