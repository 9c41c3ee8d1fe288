import { formatDecimal, formatMoney } from '#shared/format/money.ts';

/** What others pay and ask for a card, in cents; null where there is nothing to go by. */
export interface CardPrices {
  median: number | null;
  cheapest: number | null;
}

interface SellPricesProps {
  prices: CardPrices;
  /** Takes a price, written as a decimal, into the field. */
  onChoose: (price: string) => void;
  /** Each in one line, as wide as its words. */
  compact?: boolean;
}

/** The median and the cheapest listing of a card, each a button that puts it into the price field. */
export function SellPrices({ prices, onChoose, compact = false }: SellPricesProps) {
  const { median, cheapest } = prices;
  const known = [
    { label: 'Median, 30 days', cents: median },
    { label: 'Cheapest now', cents: cheapest },
  ].filter((price): price is { label: string; cents: number } => price.cents !== null);
  if (known.length === 0) {
    return <p className="text-sm text-muted">Nobody offers this card at the moment.</p>;
  }
  return (
    <ul className="flex flex-wrap gap-2">
      {known.map(({ label, cents }) => (
        <li key={label} className={compact ? '' : 'min-w-28 flex-1'}>
          <button
            type="button"
            onClick={() => onChoose(formatDecimal(cents))}
            className={`rounded-md bg-plinth px-3 text-left shadow-lift transition-colors hover:bg-line ${compact ? 'flex min-h-9 items-baseline gap-2 py-1.5 text-sm' : 'grid min-h-11 w-full gap-0.5 py-1.5'}`}
          >
            <span className={compact ? 'text-muted' : 'text-xs text-muted'}>{label}</span>
            <span className="font-semibold tabular-nums">{formatMoney(cents)}</span>
            <span className="sr-only">, use as the price</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
