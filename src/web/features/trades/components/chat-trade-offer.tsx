import { ArrowLeftRight } from 'lucide-react';
import { Link } from 'react-router';
import type { CardValue } from '#domain/market/prices/card-value.ts';
import type { TradeCard, TradeOffer } from '#domain/trades/offer-details.ts';
import { tradeOfferPath } from '#web/paths/trades.ts';
import { CardPicture } from '#web/ui/cards/card-picture.tsx';
import { OfferForms, type OfferKeys } from './offer-forms.tsx';
import { OfferState } from './offer-state.tsx';
import { ValueAmount } from './value-amount.tsx';

/** A trade offer that a message shows. */
export interface OfferInChat {
  /** The number of the message. */
  number: number;
  offer: TradeOffer;
  keys: OfferKeys;
}

interface ChatTradeOfferProps extends Omit<OfferInChat, 'number'> {
  /** The path of the conversation, which the forms are sent to. */
  path: string;
  acceptPath: string;
}

/** An offer in a conversation, with its state and its buttons. */
export function ChatTradeOffer({ offer, keys, path, acceptPath }: ChatTradeOfferProps) {
  const { id, state, give, get, giveValue, getValue } = offer;
  const open = state === 'open';
  return (
    <article
      aria-label="Trade offer"
      className="my-2 grid w-lg max-w-full gap-3 rounded-md bg-surface p-3 shadow-lift"
    >
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
        <ArrowLeftRight aria-hidden className="size-4 text-accent-ink" />
        Trade offer
        <span aria-live="polite">
          <OfferState state={state} />
        </span>
        <Link
          to={tradeOfferPath(id)}
          prefetch="intent"
          className="ml-auto text-sm font-normal text-link"
        >
          Details<span className="sr-only"> of this trade offer</span>
        </Link>
      </p>
      <div className="grid gap-3 sm:grid-cols-2">
        <Side label="You give" cards={give} value={giveValue} open={open} />
        <Side label="You get" cards={get} value={getValue} open={open} />
      </div>
      {open && (
        <div className="flex flex-wrap gap-2">
          <OfferForms offer={offer} keys={keys} chat={{ path, acceptPath }} />
        </div>
      )}
    </article>
  );
}

interface SideProps {
  label: string;
  cards: readonly TradeCard[];
  value: CardValue;
  open: boolean;
}

function Side({ label, cards, value, open }: SideProps) {
  return (
    <div className="grid content-start gap-2 rounded-md bg-well p-2.5">
      <p className="flex flex-wrap justify-between gap-x-3 text-sm text-muted">
        {label}
        {cards.length > 0 && <ValueAmount value={value} />}
      </p>
      {cards.length === 0 ? (
        <p className="text-sm">No cards</p>
      ) : (
        <ul className="grid gap-2">
          {cards.map(({ gameId, kindId, name, gameName, rarity, picture, copies, held }) => (
            <li
              key={`${gameId} ${kindId}`}
              className="grid grid-cols-[2.25rem_1fr] items-center gap-2.5 text-sm leading-tight"
            >
              <CardPicture name="" rarity={rarity} picture={picture} caption={false} />
              <span className="grid min-w-0">
                <span className="font-semibold wrap-anywhere">
                  {copies > 1 && `${copies} × `}
                  {name}
                </span>
                <span className="text-muted wrap-anywhere">{gameName}</span>
                {open && held < copies && (
                  <span className="font-medium text-danger">
                    {held === 0 ? 'No longer there' : `Only ${held} there`}
                  </span>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
