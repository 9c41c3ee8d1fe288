import { Link } from 'react-router';
import type { MarketCard } from '#domain/market/get-market-card.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { MoneyAmount } from '#web/ui/texts/money-amount.tsx';
import { OwnListingActions } from '../own-listings/own-listing-actions.tsx';
import type { ListingRemoval } from '../own-listings/use-listing-removal.ts';

type CardListing = Omit<MarketCard['listings'][number], 'own'> & {
  /** The idempotency key of the Remove form; null unless the reader is the seller. */
  removeKey: string | null;
};

interface CardListingsProps {
  name: string;
  listings: readonly CardListing[];
  removal: ListingRemoval;
}

/** The open listings of a card. Buy leads to the confirmation on the market page. */
export function CardListings({ name, listings, removal }: CardListingsProps) {
  return (
    <ul className="divide-y divide-line overflow-hidden rounded-lg bg-surface shadow-lift">
      {listings.map(({ id, price, gameId, gameName, seller, removeKey }) => (
        <li
          key={id}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-5 gap-y-1 px-5 py-3.5 sm:px-6"
        >
          <div className="grid min-w-0 gap-1 wrap-anywhere">
            <p>
              <Link to={`/game-info/${gameId}`} className="text-link">
                {gameName}
              </Link>
            </p>
            <p className="text-sm text-muted">
              Sold by{' '}
              <Link to={`/profile/${seller}`} className="text-link">
                {removeKey ? 'you' : seller}
              </Link>
            </p>
          </div>
          <div
            className={`flex items-center gap-x-4 gap-y-2 ${removeKey ? 'max-sm:col-span-full max-sm:flex-wrap' : ''}`}
          >
            <MoneyAmount cents={price} className="font-semibold" />
            {removeKey ? (
              <OwnListingActions item={{ id, name, price, removeKey }} removal={removal} />
            ) : (
              <ButtonLink
                to={`/community/market?buy=${id}`}
                prefetch="none"
                size="sm"
                aria-label={`Buy ${name} of ${gameName} from ${seller}`}
              >
                Buy
              </ButtonLink>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}
