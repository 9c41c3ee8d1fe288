import { Link } from 'react-router';
import { ButtonLink } from '../button.tsx';
import { Money } from '../money.tsx';

export interface CardListing {
  id: string;
  /** Cents. */
  price: number;
  gameId: number;
  gameName: string;
  seller: string;
  /** Whether the reader sells it. */
  own: boolean;
}

interface CardListingsProps {
  name: string;
  listings: readonly CardListing[];
}

/** The open listings of a card. Buying goes by the market's own question. */
export function CardListings({ name, listings }: CardListingsProps) {
  return (
    <ul className="divide-y divide-line overflow-hidden rounded-lg bg-surface shadow-lift">
      {listings.map(({ id, price, gameId, gameName, seller, own }) => (
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
                {own ? 'you' : seller}
              </Link>
            </p>
          </div>
          <div className="flex items-center gap-4">
            <Money cents={price} className="font-semibold" />
            {own ? (
              <ButtonLink to="/community/market/listings" variant="quiet" size="sm">
                Manage
              </ButtonLink>
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
