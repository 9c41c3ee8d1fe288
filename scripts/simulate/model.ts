import type { Actor } from '#domain/context.ts';

/** An account, and what it was told that it did. Money in cents. */
export interface Account {
  actor: Actor;
  topUps: number;
  rewards: number;
  games: Set<number>;
  awards: number;
  /** Listings that were opened, and taken back. */
  listed: number;
  removed: number;
  /** Guesses at what it holds: cards that it was told of. */
  hand: { gameId: number; kindId: string }[];
}

export interface Offer {
  itemId: string;
  seller: Account;
  gameId: number;
  kindId: string;
  price: number;
  /** As far as one knows. */
  open: boolean;
}

/** What was acknowledged, and so must be there, once, and nothing else. */
export interface Model {
  accounts: Account[];
  /** Every listing there ever was, by its id; a price never changes. */
  offers: Map<string, Offer>;
  /** Who was told that a listing is theirs. */
  sales: Map<string, Account>;
  /** Where buyers look: what is for sale, as far as one knows, and some of what was. */
  board: Offer[];
  /** What must not be and was seen while it happened. */
  faults: string[];
}

export function createModel(): Model {
  return { accounts: [], offers: new Map(), sales: new Map(), board: [], faults: [] };
}

export function addAccount(model: Model, actor: Actor, topUps = 0): Account {
  const account: Account = {
    actor,
    topUps,
    rewards: 0,
    games: new Set(),
    awards: 0,
    listed: 0,
    removed: 0,
    hand: [],
  };
  model.accounts.push(account);
  return account;
}

/** Enough for everybody to find something, and few enough that many want the same. */
const boardMax = 1_000;

export function openOffer(model: Model, offer: Offer): void {
  const { offers, board, faults } = model;
  if (offers.has(offer.itemId)) faults.push(`listing ${offer.itemId} was opened twice`);
  offers.set(offer.itemId, offer);
  board.push(offer);
  if (board.length > boardMax) board.shift();
}

/** Remembers that a listing is gone; who finds it on the board sees an old page. */
export function closeOffer({ offers }: Model, itemId: string): void {
  const offer = offers.get(itemId);
  if (offer) offer.open = false;
}

/** What somebody sees at a place of the board: mostly what is there, sometimes an old page. */
export function lookAt({ board }: Model, place: number): Offer | undefined {
  while (board.length > 0) {
    const index = place % board.length;
    const offer = board[index];
    if (!offer || offer.open || place % 5 === 0) return offer;
    board.splice(index, 1);
  }
  return undefined;
}

export function acknowledgeSale(model: Model, itemId: string, buyer: Account): void {
  const { sales, faults } = model;
  if (sales.has(itemId)) faults.push(`listing ${itemId} was sold twice`);
  sales.set(itemId, buyer);
}
