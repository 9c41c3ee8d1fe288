import type { ShowcaseCard } from '#domain/profiles/get-public-profile.ts';
import { CardPicture } from '#web/features/inventory/public.ts';

interface ProfileShowcaseProps {
  cards: ShowcaseCard[];
}

/** The rarest cards of an account, on its profile. */
export function ProfileShowcase({ cards }: ProfileShowcaseProps) {
  if (cards.length === 0) return null;
  return (
    <section aria-labelledby="showcase" className="mt-12">
      <h2 id="showcase" className="mb-5 text-xl">
        Best cards
      </h2>
      <ul className="grid grid-cols-2 gap-5 sm:grid-cols-4">
        {cards.map((card) => (
          <li key={`${card.gameId}-${card.kindId}`} className="grid content-start gap-2">
            <CardPicture
              name={card.name}
              rarity={card.rarity}
              picture={card.picture}
              count={card.copies}
            />
            <p className="truncate text-center text-sm text-muted">{card.gameName}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
