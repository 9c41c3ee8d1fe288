import type { Rarity } from '#shared/constants/rarity.ts';
import { rarityNames } from '#web/ui/cards/rarity-badge.tsx';

interface PullCardProps {
  card: { name: string; rarity: Rarity; picture: string };
  number: number;
  back: string | null;
  isFaceDown: boolean;
  /** Whether it was turned over just now. */
  isTurned: boolean;
  onTurn: () => void;
}

/**
 * The newest card of the session with the light of its rarity. The same button stays from card to card, so
 * that it keeps the focus; without a card to turn over it does nothing.
 */
export function PullCard({ card, number, back, isFaceDown, isTurned, onTurn }: PullCardProps) {
  const { name, rarity, picture } = card;
  return (
    <div
      className="pull"
      data-rarity={rarity}
      data-phase={isFaceDown ? 'down' : isTurned ? 'turned' : 'still'}
    >
      <span aria-hidden key={`light-${number}`} className="pull-light" />
      <button
        type="button"
        aria-label={isFaceDown ? 'Turn the card over' : `${name}, ${rarityNames[rarity]}`}
        aria-disabled={!isFaceDown}
        onClick={() => isFaceDown && onTurn()}
        className="pull-card"
      >
        <span key={number} className="pull-sides">
          {back && <img src={back} alt="" width={480} height={640} className="pull-back" />}
          <span className="pull-front">
            <img src={picture} alt="" width={480} height={640} />
            {rarity === 'legendary' && (
              // The mask of the colours is the card's outline without its inside.
              <span
                className="pull-holo"
                style={{ maskImage: `url("${picture}"), linear-gradient(black, black)` }}
              />
            )}
          </span>
        </span>
      </button>
    </div>
  );
}
