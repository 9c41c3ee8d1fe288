import type { CardPrice } from '#domain/market/prices/get-card-prices.ts';
import { estimatedPrices } from '#shared/constants/market/estimated-prices.ts';
import type { Rarity } from '#shared/constants/rarity.ts';
import { formatDecimal } from '#shared/format/amounts/money.ts';
import { useNumbers } from '#web/ui/texts/numbers.ts';

interface SuggestedPricesProps {
  /** `order`: the price that an order pays at once. */
  prices: Pick<CardPrice, 'median' | 'cheapest'> & { order?: number | null };
  rarity: Rarity;
  /** Receives the chosen price as a decimal number. */
  onChoose: (price: string) => void;
  /** Buttons of one line that are as wide as their texts. */
  compact?: boolean;
}

/**
 * The median price, the cheapest listing and the best order of a card, else the estimate for its rarity, as buttons
 * that fill in the price field.
 */
export function SuggestedPrices({
  prices,
  rarity,
  onChoose,
  compact = false,
}: SuggestedPricesProps) {
  const { formatMoney } = useNumbers();
  const { median, cheapest, order = null } = prices;
  const available = [
    { label: 'Median, 30 days', cents: median },
    { label: 'Cheapest now', cents: cheapest },
    { label: 'Best order', cents: order },
  ].filter((price): price is { label: string; cents: number } => price.cents !== null);
  const estimate = { label: 'Estimate by rarity', cents: estimatedPrices[rarity] };
  const isUnknown = available.length === 0;
  return (
    <>
      {isUnknown && <p className="text-sm text-muted">Nobody offers this card at the moment.</p>}
      <ul className="flex flex-wrap gap-2">
        {(isUnknown ? [estimate] : available).map(({ label, cents }) => (
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
    </>
  );
}
