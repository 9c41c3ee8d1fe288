import { useCallback, useEffect, useReducer } from 'react';
import type { CardKind } from '#domain/card-sets/list-card-set.ts';
import type { DrawChances } from '#domain/gameplay/get-draw-chances.ts';
import { prefersReducedMotion } from '#web/lib/appearance.ts';

/** A card of the session as the screen shows it. */
export interface ShownCard extends Pick<CardKind, 'name' | 'rarity' | 'picture'> {
  kindId: string;
}

/** What is shown besides the cards, as it is after a draw. */
interface Collected {
  /** The odds of the next card. */
  chances: DrawChances;
  /** The number of copies that the player owns, by card kind id. */
  copies: Readonly<Record<string, number>>;
}

/** A drawn card with what its player has afterwards. */
export interface DrawnCard extends Collected {
  card: ShownCard;
}

interface PullState extends Collected {
  /** The cards of the session that lie face up, newest first. */
  cards: (ShownCard & { number: number })[];
  /** The newest card while it lies face down. Nothing else on the screen gives it away. */
  faceDown: (DrawnCard & { number: number; turnAfterMs: number }) | null;
  /** The number of the newest card if it was turned over before the player's eyes. */
  turned: number | null;
}

type PullEvent =
  | { type: 'drawn'; drawn: DrawnCard; cycleMs: number; isStill: boolean }
  | { type: 'turn' };

const turnAfterMsMax = 1_600;

/** A card is drawn face down and turned over after a moment, which is shorter when cards come quickly. */
export function usePull(first: Collected & { cards: readonly ShownCard[] }) {
  const [state, dispatch] = useReducer(reduce, first, ({ cards, chances, copies }) => ({
    cards: cards.map((card, index) => ({ ...card, number: cards.length - index })),
    chances,
    copies,
    faceDown: null,
    turned: null,
  }));
  const { faceDown } = state;

  useEffect(() => {
    if (!faceDown) return;
    const timer = setTimeout(() => dispatch({ type: 'turn' }), faceDown.turnAfterMs);
    return () => clearTimeout(timer);
  }, [faceDown]);

  const draw = useCallback((drawn: DrawnCard, cycleMs: number) => {
    // Nobody sees a hidden tab, so its cards are turned over without an animation.
    const isStill = document.hidden || prefersReducedMotion();
    dispatch({ type: 'drawn', drawn, cycleMs, isStill });
  }, []);
  const turn = useCallback(() => dispatch({ type: 'turn' }), []);
  return { ...state, draw, turn };
}

function reduce(state: PullState, event: PullEvent): PullState {
  if (event.type === 'turn') return { ...reveal(state), turned: state.faceDown?.number ?? null };
  const { drawn, cycleMs, isStill } = event;
  const before = reveal(state);
  const turnAfterMs = Math.min(turnAfterMsMax, cycleMs / 3);
  const number = before.cards.length + 1;
  const drawnState = { ...before, faceDown: { ...drawn, number, turnAfterMs }, turned: null };
  return isStill ? reveal(drawnState) : drawnState;
}

/** Puts the card that lies face down among those that lie face up. */
function reveal(state: PullState): PullState {
  const { faceDown } = state;
  if (!faceDown) return state;
  const { card, chances, copies, number } = faceDown;
  return {
    ...state,
    cards: [{ ...card, number }, ...state.cards],
    chances,
    copies,
    faceDown: null,
  };
}
