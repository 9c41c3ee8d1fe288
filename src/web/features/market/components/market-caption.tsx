import { X } from 'lucide-react';
import type { RefObject } from 'react';
import { marketConstants } from '#shared/constants/market.ts';
import type { Rarity } from '#shared/constants/rarity.ts';
import type { MarketQuery } from '#shared/schemas/market.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { marketPath } from './market-address.ts';

interface MarketCaptionProps {
  query: MarketQuery;
  /** The name of the game that is filtered by. */
  gameName: string | null;
  /** More than `market.countMax` stands for any number above it. */
  total: number;
  /** Where the focus goes when what had it is gone from the list. */
  heading: RefObject<HTMLHeadingElement | null>;
}

export function rarityName(rarity: Rarity): string {
  return rarity.charAt(0).toUpperCase() + rarity.slice(1);
}

/** What the list shows, in words: `Rare cards of Portal 2 matching “dog”`. */
export function marketHeading({ q, rarity }: MarketQuery, gameName: string | null): string {
  const cards = rarity ? `${rarityName(rarity)} cards` : gameName || q ? 'Cards' : 'All cards';
  return [
    cards,
    gameName && `of ${gameName}`,
    q ? `matching “${q}”` : !rarity && !gameName && 'for sale',
  ]
    .filter(Boolean)
    .join(' ');
}

/** `31 items`, or `10,000+ items` where counting stopped. */
function itemsCount(total: number): string {
  if (total > marketConstants.countMax)
    return `${marketConstants.countMax.toLocaleString('en-US')}+ items`;
  return total === 1 ? '1 item' : `${total.toLocaleString('en-US')} items`;
}

/** The search caption above the grid: what is shown, how many, and the way to all of it. */
export function MarketCaption({ query, gameName, total, heading }: MarketCaptionProps) {
  const filtered = query.q !== '' || query.game !== null || query.rarity !== null;
  return (
    <div className="flex min-w-0 flex-wrap items-baseline gap-x-4 gap-y-1">
      <h2
        ref={heading}
        id="list-title"
        tabIndex={-1}
        className="text-xl wrap-anywhere outline-none sm:text-2xl"
      >
        {marketHeading(query, gameName)}
      </h2>
      <p role="status" className="text-muted tabular-nums">
        {itemsCount(total)}
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
