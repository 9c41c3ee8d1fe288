import { Check, Tag } from 'lucide-react';
import { Link } from 'react-router';
import type { CollectedCard } from '#domain/collections/read-collection.ts';
import { tile, tileGrid } from '#web/lib/use-grid-keys.ts';
import { CardPicture } from '#web/ui/cards/card-picture.tsx';
import { MoneyAmount } from '#web/ui/texts/money-amount.tsx';

interface CardSetGridProps {
  cards: readonly CollectedCard[];
  /** The path of a card's page; null while there are no such pages. */
  linkTo: ((kindId: string) => string) | null;
  /** Whether cards of the set can be bought. */
  canTrade: boolean;
}

/** All cards of a set. Missing cards are grey and show their cheapest price. */
export function CardSetGrid({ cards, linkTo, canTrade }: CardSetGridProps) {
  return (
    <ul
      {...tileGrid}
      // At 1440 px all nine cards of a set are in one row, unless the missing ones are beside them.
      className={`grid grid-cols-[repeat(auto-fill,minmax(6.25rem,1fr))] gap-x-4 gap-y-8 sm:grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] ${cards.some(isMissing) ? '' : 'xl:grid-cols-[repeat(auto-fill,minmax(7.25rem,1fr))]'}`}
    >
      {cards.map((card) => {
        const missing = isMissing(card);
        const picture = (
          <CardPicture
            name={card.name}
            rarity={card.rarity}
            picture={card.picture || null}
            count={card.held}
            className={missing ? '[&_img]:opacity-40 [&_img]:grayscale' : ''}
          />
        );
        return (
          <li key={card.kindId} className="grid content-start gap-2 text-center text-sm">
            {linkTo ? (
              <Link
                {...tile}
                to={linkTo(card.kindId)}
                prefetch="intent"
                className="block rounded-md transition-transform hover:-translate-y-1"
              >
                {picture}
              </Link>
            ) : (
              picture
            )}
            {!card.isCurrent && <p className="text-muted">Earlier version</p>}
            <CardStatus
              card={card}
              orderPath={linkTo && canTrade ? `${linkTo(card.kindId)}#order` : null}
            />
          </li>
        );
      })}
    </ul>
  );
}

interface CardStatusProps {
  card: CollectedCard;
  /** Where the card can be ordered; null if it cannot be bought. */
  orderPath: string | null;
}

const isMissing = ({ held, listed }: CollectedCard) => held + listed === 0;

function CardStatus({ card, orderPath }: CardStatusProps) {
  const { name, held, listed, cheapest, ordered } = card;
  if (held > 0) {
    return (
      <p className="inline-flex items-center justify-center gap-1 font-semibold text-alive">
        <Check aria-hidden className="size-4" />
        {held === 1 ? 'Yours' : `Yours ×${held}`}
      </p>
    );
  }
  if (listed > 0) {
    return (
      <p className="inline-flex items-center justify-center gap-1 font-semibold">
        <Tag aria-hidden className="size-4" />
        Yours, up for sale
      </p>
    );
  }
  return (
    <p className="text-muted">
      Missing
      <span className="block">
        {cheapest === null || orderPath === null ? (
          'Not for sale'
        ) : (
          <>
            from <MoneyAmount cents={cheapest} className="font-semibold text-ink" />
          </>
        )}
      </span>
      {ordered !== null ? (
        <span className="block font-semibold text-ink">
          Ordered for <MoneyAmount cents={ordered} />
        </span>
      ) : (
        cheapest === null &&
        orderPath !== null && (
          <Link to={orderPath} className="inline-block min-h-6 text-link">
            Order<span className="sr-only"> {name}</span>
          </Link>
        )
      )}
    </p>
  );
}
