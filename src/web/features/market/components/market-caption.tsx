import { X } from 'lucide-react';
import type { RefObject } from 'react';
import { marketConstants } from '#shared/constants/market/market.ts';
import type { MarketQuery } from '#shared/schemas/market/market.ts';
import { marketPath, type ShownMarketQuery } from '#web/paths/market.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { rarityNames } from '#web/ui/cards/rarity-badge.tsx';
import { type Numbers, useNumbers } from '#web/ui/texts/numbers.ts';

interface MarketCaptionProps {
  query: ShownMarketQuery;
  /** The name of the game in the filter. */
  gameName: string | null;
  /** The number of items. A value above `marketConstants.countMax` only means that there are more than that. */
  total: number;
  /** The heading receives the focus when a focused item disappears from the list. */
  heading: RefObject<HTMLHeadingElement | null>;
}

/** The query in words: `Rare cards of Portal 2 matching “dog”`. */
export function describeMarketQuery({ q, rarity }: MarketQuery, gameName: string | null): string {
  const cards = rarity ? `${rarityNames[rarity]} cards` : gameName || q ? 'Cards' : 'All cards';
  return [
    cards,
    gameName && `of ${gameName}`,
    q ? `matching “${q}”` : !rarity && !gameName && 'for sale',
  ]
    .filter(Boolean)
    .join(' ');
}

/** `31 items`, or `10,000+ items` if there are more than are counted. */
function formatItemCount(total: number, { formatInteger }: Numbers): string {
  if (total > marketConstants.countMax) return `${formatInteger(marketConstants.countMax)}+ items`;
  return total === 1 ? '1 item' : `${formatInteger(total)} items`;
}

/** The caption above the grid: what is shown, how many items, and a link that clears the filters. */
export function MarketCaption({ query, gameName, total, heading }: MarketCaptionProps) {
  const numbers = useNumbers();
  const filtered = query.q !== '' || query.game !== null || query.rarity !== null;
  return (
    <div className="flex min-w-0 flex-wrap items-baseline gap-x-4 gap-y-1">
      <h2
        ref={heading}
        id="list-title"
        tabIndex={-1}
        className="text-xl wrap-anywhere outline-none sm:text-2xl"
      >
        {describeMarketQuery(query, gameName)}
      </h2>
      <p role="status" className="text-muted tabular-nums">
        {formatItemCount(total, numbers)}
      </p>
      {filtered && (
        <ButtonLink
          to={marketPath({ ...query, q: '', game: null, rarity: null, page: 1 })}
          variant="ghost"
          size="sm"
          className="text-muted"
        >
          <X aria-hidden />
          Clear
        </ButtonLink>
      )}
    </div>
  );
}
