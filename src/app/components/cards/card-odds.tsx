import type { Rarity } from '#shared/rarity.ts';
import { CardPicture } from '../card-picture.tsx';

interface CardOddsProps {
  kinds: { id: string; name: string; picture: string; rarity: Rarity; odds: number }[];
}

const percent = new Intl.NumberFormat('en-US', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

/** A card set with the chance of each card. */
export function CardOdds({ kinds }: CardOddsProps) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-5">
      {kinds.map((kind) => (
        <li key={kind.id} className="grid gap-2">
          <CardPicture name={kind.name} rarity={kind.rarity} picture={kind.picture} />
          <p className="text-center text-sm text-muted tabular-nums">
            {percent.format(kind.odds)} of draws
          </p>
        </li>
      ))}
    </ul>
  );
}
