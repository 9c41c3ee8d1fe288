import type { ReactNode } from 'react';
import type { TradeCard } from '#domain/trades/offer-details.ts';
import { CardPicture } from '#web/ui/cards/card-picture.tsx';
import { ValueAmount } from './value-amount.tsx';

interface TradeCardRowProps {
  card: TradeCard;
  title: ReactNode;
  /** What follows below the name of the game. */
  details: ReactNode;
  /** What stands at the right. */
  children: ReactNode;
}

/** A card of a trade offer in a list. */
export function TradeCardRow({ card, title, details, children }: TradeCardRowProps) {
  return (
    <li className="grid grid-cols-[3.5rem_1fr_auto] items-center gap-3 rounded-md bg-raised p-2 sm:gap-4 sm:pr-4">
      <CardPicture name={card.name} rarity={card.rarity} picture={card.picture} caption={false} />
      <div className="grid min-w-0">
        <span className="font-semibold wrap-anywhere">{title}</span>
        <span className="text-sm text-muted wrap-anywhere">{card.gameName}</span>
        {details}
      </div>
      {children}
    </li>
  );
}

/** The value of all copies of a card. */
export function TradeCardValue({ card }: { card: TradeCard }) {
  return (
    <span className="text-sm text-muted tabular-nums">
      <ValueAmount value={{ ...card, price: card.price * card.copies }} />
    </span>
  );
}
