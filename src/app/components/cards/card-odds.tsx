import { Check } from 'lucide-react';
import type { Rarity } from '#shared/rarity.ts';
import { CardPicture } from '../card-picture.tsx';

interface CardOddsProps {
  kinds: readonly { id: string; name: string; picture: string; rarity: Rarity; odds: number }[];
  /** How many copies of each the reader holds, by the kind's id. */
  held?: Readonly<Record<string, number>>;
}

const percent = new Intl.NumberFormat('en-US', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

/** A card set with the chance of each card, and which of them the reader has. */
export function CardOdds({ kinds, held = {} }: CardOddsProps) {
  return (
    <div className="@container">
      <ul
        className={`grid grid-cols-3 gap-x-3 gap-y-6 ${kinds.length > 6 ? '@min-[30rem]:grid-cols-5 @min-[60rem]:grid-cols-9' : '@min-[36rem]:grid-cols-6'}`}
      >
        {kinds.map((kind) => {
          const copies = held[kind.id] ?? 0;
          return (
            <li
              key={kind.id}
              className="grid min-w-0 content-start gap-1 text-center text-sm tabular-nums"
            >
              <CardPicture
                name={kind.name}
                rarity={kind.rarity}
                picture={kind.picture}
                className="mb-1 [&_figcaption>:last-child]:text-xs"
              />
              <p className="text-xs whitespace-nowrap text-muted">
                {percent.format(kind.odds)} of draws
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
