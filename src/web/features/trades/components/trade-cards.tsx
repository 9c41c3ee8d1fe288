import type { CardValue } from '#domain/market/prices/card-value.ts';
import type { TradeCard } from '#domain/trades/offer-details.ts';
import { RarityBadge } from '#web/ui/cards/rarity-badge.tsx';
import { TradeCardRow, TradeCardValue } from './trade-card-row.tsx';
import { ValueAmount } from './value-amount.tsx';

interface TradeCardsProps {
  title: string;
  cards: readonly TradeCard[];
  value: CardValue;
  /** Whether cards that their person no longer has are marked. */
  open: boolean;
}

/** The cards of one side of an offer with their value. */
export function TradeCards({ title, cards, value, open }: TradeCardsProps) {
  return (
    <section className="grid content-start gap-4 rounded-lg bg-surface p-4 shadow-lift sm:p-5">
      <h2 className="flex flex-wrap items-baseline justify-between gap-x-4 text-lg">
        {title}
        <span className="text-sm font-normal text-muted">
          worth <ValueAmount value={value} />
        </span>
      </h2>
      {cards.length === 0 ? (
        <p className="rounded-md bg-well px-4 py-6 text-center text-muted">No cards</p>
      ) : (
        <ul className="grid gap-2">
          {cards.map((card) => (
            <TradeCardRow
              key={`${card.gameId} ${card.kindId}`}
              card={card}
              title={`${card.copies > 1 ? `${card.copies} × ` : ''}${card.name}`}
              details={
                <>
                  <RarityBadge rarity={card.rarity} />
                  {open && card.held < card.copies && (
                    <span className="text-sm font-medium text-danger">
                      {card.held === 0
                        ? 'No longer there'
                        : `Only ${card.held} of ${card.copies} there`}
                    </span>
                  )}
                </>
              }
            >
              <TradeCardValue card={card} />
            </TradeCardRow>
          ))}
        </ul>
      )}
    </section>
  );
}
