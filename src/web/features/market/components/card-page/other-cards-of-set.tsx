import { Link } from 'react-router';
import type { MarketCard } from '#domain/market/get-market-card.ts';
import { tile, tileGrid } from '#web/lib/use-grid-keys.ts';
import { CardPicture } from '#web/ui/cards/card-picture.tsx';

interface OtherCardsOfSetProps {
  kinds: MarketCard['set'];
  /** The card kind whose page is open. */
  current: string;
  /** The query of each link, such as `?game=4200`. */
  search: string;
}

/** Links to the other cards of a set. */
export function OtherCardsOfSet({ kinds, current, search }: OtherCardsOfSetProps) {
  return (
    <ul
      {...tileGrid}
      className="grid grid-cols-[repeat(auto-fill,minmax(6.25rem,1fr))] gap-x-4 gap-y-6"
    >
      {kinds
        .filter(({ id }) => id !== current)
        .map(({ id, name, picture, rarity }) => (
          <li key={id}>
            <Link
              {...tile}
              to={`/community/market/cards/${id}${search}`}
              prefetch="intent"
              className="block rounded-md transition-transform hover:-translate-y-1"
            >
              <CardPicture name={name} rarity={rarity} picture={picture || null} />
            </Link>
          </li>
        ))}
    </ul>
  );
}
