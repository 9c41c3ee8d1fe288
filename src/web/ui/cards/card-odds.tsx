import { Check } from 'lucide-react';
import { Link } from 'react-router';
import type { CardWithOdds } from '#domain/card-sets/list-card-set.ts';
import { tile, tileGrid } from '#web/lib/use-grid-keys.ts';
import { CardPicture } from './card-picture.tsx';

interface CardOddsProps {
  kinds: readonly CardWithOdds[];
  /** The number of copies that the reader holds, by card kind id. */
  held?: Readonly<Record<string, number>>;
  /** The path of a card's page. Left out on the play screen, as a link would leave it. */
  linkTo?: (kindId: string) => string;
}

const percentFormat = new Intl.NumberFormat('en-US', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

/** A card set with the odds of each card and the copies that the reader holds. */
export function CardOdds({ kinds, held = {}, linkTo }: CardOddsProps) {
  return (
    <div className="@container">
      <ul
        {...tileGrid}
        className={`grid grid-cols-3 gap-x-3 gap-y-6 ${kinds.length > 6 ? '@min-[30rem]:grid-cols-5 @min-[60rem]:grid-cols-9' : '@min-[36rem]:grid-cols-6'}`}
      >
        {kinds.map((kind) => {
          const copies = held[kind.id] ?? 0;
          const picture = (
            <CardPicture
              name={kind.name}
              rarity={kind.rarity}
              picture={kind.picture}
              className="[&_figcaption>:last-child]:text-xs"
            />
          );
          return (
            <li
              key={kind.id}
              className="grid min-w-0 content-start gap-1 text-center text-sm tabular-nums"
            >
              {linkTo ? (
                <Link
                  {...tile}
                  to={linkTo(kind.id)}
                  prefetch="intent"
                  className="mb-1 block rounded-md transition-transform hover:-translate-y-1"
                >
                  {picture}
                </Link>
              ) : (
                <div className="mb-1">{picture}</div>
              )}
              <p className="text-xs whitespace-nowrap text-muted">
                {percentFormat.format(kind.odds)} of draws
              </p>
              {copies > 0 && (
                <p className="inline-flex items-center justify-center gap-1 font-semibold text-alive">
                  <Check aria-hidden className="size-4" />
                  {copies === 1 ? 'Yours' : `Yours ×${copies}`}
                </p>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
