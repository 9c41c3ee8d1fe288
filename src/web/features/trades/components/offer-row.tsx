import { Link } from 'react-router';
import type { CardValue } from '#domain/market/prices/card-value.ts';
import type { TradeCard, TradeOffer } from '#domain/trades/offer-details.ts';
import { tradeOfferPath } from '#web/paths/trades.ts';
import { Avatar } from '#web/ui/accounts/avatar.tsx';
import { CardPicture } from '#web/ui/cards/card-picture.tsx';
import { RelativeTime } from '#web/ui/texts/relative-time.tsx';
import { OfferState } from './offer-state.tsx';
import { ValueAmount } from './value-amount.tsx';

/** An offer in a list, as one link. */
export function OfferRow({ offer, now }: { offer: TradeOffer; now: Date }) {
  const { id, isOwn, other, give, get, giveValue, getValue } = offer;
  return (
    <li>
      <Link
        to={tradeOfferPath(id)}
        prefetch="intent"
        className="grid gap-4 rounded-lg bg-surface p-4 shadow-lift transition-colors hover:bg-raised sm:p-5"
      >
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Avatar picture={other.profilePic} size={36} />
          <span className="font-semibold wrap-anywhere">
            {isOwn ? `To ${other.username}` : `From ${other.username}`}
          </span>
          <OfferState state={offer.state} />
          <RelativeTime value={offer.createdAt} now={now} className="ml-auto text-sm text-muted" />
        </span>
        <span className="grid gap-3 sm:grid-cols-2">
          <Side label="You give" cards={give} value={giveValue} />
          <Side label="You get" cards={get} value={getValue} />
        </span>
      </Link>
    </li>
  );
}

function Side({
  label,
  cards,
  value,
}: {
  label: string;
  cards: readonly TradeCard[];
  value: CardValue;
}) {
  return (
    <span className="grid content-start gap-2 rounded-md bg-well p-3 wrap-anywhere">
      <span className="text-sm text-muted">
        {label}
        {cards.length > 0 && (
          <>
            {' · '}
            <ValueAmount value={value} />
          </>
        )}
      </span>
      <span className="flex flex-wrap gap-2">
        {cards.length === 0 && 'No cards'}
        {cards.map(({ gameId, kindId, name, rarity, picture, copies }) => (
          <CardPicture
            key={`${gameId} ${kindId}`}
            name={copies > 1 ? `${copies} × ${name}` : name}
            rarity={rarity}
            picture={picture}
            count={copies}
            caption={false}
            className="w-14"
          />
        ))}
      </span>
    </span>
  );
}
