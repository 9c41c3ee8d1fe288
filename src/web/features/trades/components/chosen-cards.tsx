import { Minus, Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import type { CardValue } from '#domain/market/prices/card-value.ts';
import type { TradeCard } from '#domain/trades/offer-details.ts';
import { tradeConstants } from '#shared/constants/trades.ts';
import {
  canAdd,
  countChosen,
  type Draft,
  type DraftSide,
  draftPath,
  dragType,
  inventoryOf,
  withCard,
} from './draft-path.ts';
import { TradeCardRow, TradeCardValue } from './trade-card-row.tsx';
import { ValueAmount } from './value-amount.tsx';

interface ChosenCardsProps {
  draft: Draft;
  side: DraftSide;
  title: string;
  value: CardValue;
  onDrop: (side: DraftSide, card: TradeCard) => void;
}

const buttonClass =
  'inline-grid size-9 place-items-center rounded-md bg-plinth shadow-lift transition-colors hover:bg-line';

/** The chosen cards of a side. Cards of its inventory can be dropped on it. */
export function ChosenCards({ draft, side, title, value, onDrop }: ChosenCardsProps) {
  const [isOver, setIsOver] = useState(false);
  const section = useRef<HTMLElement>(null);
  const cards = draft[side];
  const count = countChosen(draft, side);
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label={title}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(`${dragType}-${side}`)) return;
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        setIsOver(false);
        const [gameId, kindId] = event.dataTransfer.getData(`${dragType}-${side}`).split(' ');
        const card = inventoryOf(draft, side).items.find(
          (one) => String(one.gameId) === gameId && one.kindId === kindId,
        );
        if (!card) return;
        event.preventDefault();
        onDrop(side, card);
      }}
      className={`grid min-h-48 content-start gap-3 rounded-lg p-4 shadow-lift transition-colors sm:p-5 ${isOver ? 'bg-accent-wash' : 'bg-surface'}`}
    >
      <h2 className="flex flex-wrap items-baseline justify-between gap-x-4 text-xl">
        {title}
        <span aria-live="polite" className="text-sm font-normal text-muted tabular-nums">
          {count} of {tradeConstants.cardsMax} · worth <ValueAmount value={value} />
        </span>
      </h2>
      {cards.length === 0 ? (
        <p className="rounded-md bg-well px-4 py-8 text-center text-muted">
          No cards yet. Add some below.
        </p>
      ) : (
        <ul className="grid gap-2">
          {cards.map((card) => (
            <TradeCardRow
              key={`${card.gameId} ${card.kindId}`}
              card={card}
              title={card.name}
              details={<TradeCardValue card={card} />}
            >
              <div className="flex items-center gap-2">
                <Link
                  to={draftPath(withCard(draft, side, card, -1))}
                  replace
                  preventScrollReset
                  aria-label={`Remove ${card.name} (${card.gameName})`}
                  // The last copy takes this link with it, and with the link the focus.
                  onClick={() => {
                    if (card.copies === 1) section.current?.focus({ preventScroll: true });
                  }}
                  className={buttonClass}
                >
                  <Minus aria-hidden className="size-4" />
                </Link>
                <span className="min-w-5 text-center font-semibold tabular-nums">
                  {card.copies}
                </span>
                <Link
                  to={draftPath(withCard(draft, side, card, 1))}
                  replace
                  preventScrollReset
                  aria-label={`One more ${card.name} (${card.gameName})`}
                  aria-disabled={!canAdd(draft, side, card)}
                  className={`${buttonClass} aria-disabled:opacity-40`}
                >
                  <Plus aria-hidden className="size-4" />
                </Link>
              </div>
            </TradeCardRow>
          ))}
        </ul>
      )}
    </section>
  );
}
