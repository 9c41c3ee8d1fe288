import type { DraftInventory } from '#domain/trades/get-trade-draft.ts';
import type { TradeCard } from '#domain/trades/offer-details.ts';
import { tradeConstants } from '#shared/constants/trades.ts';
import { newTradePath } from '#web/paths/trades.ts';

/** What the page of a new offer shows. Its URL contains all of it. */
export interface Draft {
  friend: string;
  /** The offer that it answers. */
  answer: string | null;
  /** Whether it is made in the chat. */
  from: 'chat' | null;
  give: TradeCard[];
  get: TradeCard[];
  own: DraftInventory;
  theirs: DraftInventory;
}

export type DraftSide = 'give' | 'get';

/** The inventory that the cards of a side come from. */
export function inventoryOf(draft: Draft, side: DraftSide): DraftInventory {
  return side === 'give' ? draft.own : draft.theirs;
}

export function countChosen(draft: Draft, side: DraftSide): number {
  return draft[side].reduce((sum, { copies }) => sum + copies, 0);
}

/** The chosen copies of a card. */
export function chosenCopies(draft: Draft, side: DraftSide, card: TradeCard): number {
  return draft[side].find((one) => isSame(one, card))?.copies ?? 0;
}

/** Whether one more copy of the card can be added: it is held, there is room, and it is not on the other side. */
export function canAdd(draft: Draft, side: DraftSide, card: TradeCard): boolean {
  return (
    chosenCopies(draft, side, card) < card.held &&
    countChosen(draft, side) < tradeConstants.cardsMax &&
    chosenCopies(draft, side === 'give' ? 'get' : 'give', card) === 0
  );
}

/** The draft with more or fewer copies of a card. */
export function withCard(draft: Draft, side: DraftSide, card: TradeCard, by: 1 | -1): Draft {
  if (by > 0 && !canAdd(draft, side, card)) return draft;
  const copies = chosenCopies(draft, side, card) + by;
  const others = draft[side].filter((one) => !isSame(one, card));
  const place = draft[side].findIndex((one) => isSame(one, card));
  const chosen = copies > 0 ? [{ ...card, copies }] : [];
  return { ...draft, [side]: others.toSpliced(place < 0 ? others.length : place, 0, ...chosen) };
}

/** The URL of a draft. */
export function draftPath(draft: Draft): string {
  const { friend, answer, from, give, get, own, theirs } = draft;
  const path = new URL(
    newTradePath(friend, { give, get, ...(answer && { answer }), ...(from && { from }) }),
    'http://site',
  );
  const inventories = { q1: own.q, q2: theirs.q, p1: own.page, p2: theirs.page };
  for (const [name, value] of Object.entries(inventories))
    if (value !== '' && value !== 1) path.searchParams.set(name, String(value));
  return `${path.pathname}${path.search}`;
}

function isSame(a: TradeCard, b: TradeCard): boolean {
  return a.gameId === b.gameId && a.kindId === b.kindId;
}

/** The format of a dragged card, followed by its side. The text names the game and the kind. */
export const dragType = 'application/x-guildhall-card';
