import type { ShowcaseCard } from '#domain/profiles/get-profile-page.ts';
import type { ShowcaseItem } from '#domain/profiles/showcase.ts';
import { BadgeEmblem } from '#web/ui/cards/badge-emblem.tsx';
import { CardPicture } from '#web/ui/cards/card-picture.tsx';

interface ProfileShowcaseProps {
  /** The rarest cards. */
  cards: ShowcaseCard[];
  /** What the owner has chosen; it takes the place of the rarest cards. */
  chosen: ShowcaseItem[];
}

/** The cards and badges that an account has chosen, or its rarest cards, on its profile. */
export function ProfileShowcase({ cards, chosen }: ProfileShowcaseProps) {
  if (cards.length === 0 && chosen.length === 0) return null;
  return (
    <section aria-labelledby="showcase" className="mt-12">
      <h2 id="showcase" className="mb-5 text-xl">
        {chosen.length > 0 ? 'Showcase' : 'Best cards'}
      </h2>
      {chosen.length > 0 ? (
        <ul className="grid grid-cols-2 gap-5 sm:grid-cols-3 lg:grid-cols-6">
          {chosen.map((item) => (
            <li key={`${item.gameId}-${item.kindId}`} className="grid content-start gap-2">
              {item.name && item.rarity ? (
                <CardPicture name={item.name} rarity={item.rarity} picture={item.picture || null} />
              ) : (
                <figure className="grid gap-3">
                  <div className="grid aspect-3/4 place-items-center rounded-lg bg-surface shadow-lift">
                    <BadgeEmblem level={item.level} className="size-3/4" />
                  </div>
                  <figcaption className="text-center font-display leading-tight font-bold">
                    Badge, level {item.level}
                  </figcaption>
                </figure>
              )}
              <p className="truncate text-center text-sm text-muted">{item.gameName}</p>
            </li>
          ))}
        </ul>
      ) : (
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
      )}
    </section>
  );
}
