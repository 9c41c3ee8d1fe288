import { Link } from 'react-router';
import { MoneyAmount } from '#web/features/wallet/components/money-amount.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { OwnItemActions } from './own-item-actions.tsx';
import type { Removal } from './use-removal.ts';

export interface CardListing {
  id: string;
  /** Cents. */
  price: number;
  gameId: number;
  gameName: string;
  seller: string;
  /** Of the form that takes it back, where the reader sells it. */
  removeKey: string | null;
}

interface CardListingsProps {
  name: string;
  listings: readonly CardListing[];
  removal: Removal;
}

/** The open listings of a card. Buying goes by the market's own question. */
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
              <OwnItemActions item={{ id, name, price, removeKey }} removal={removal} />
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
