import type { Actor } from '#domain/base-context.ts';

/** An account, and what it was told that it did. Money in cents. */
export interface Account {
  actor: Actor;
  topUps: number;
  rewards: number;
  games: Set<number>;
  awards: number;
  /** Cards that an admin gave. */
  grants: number;
  /** Listings that were opened, and taken back. */
  listed: number;
  removed: number;
  /** Guesses at what it holds: cards that it was told of. */
  hand: { gameId: number; kindId: string }[];
  /** The Set-Cookie header of its session; empty before the first. */
  cookie: string;
  standing: Standing | null;
  /** Suspensions and their ends: how many were begun, and how many of them are under way. */
  moderations: { begun: number; underWay: number };
}

/** Whether an account is suspended, and until when (milliseconds; null for ever). */
export interface Standing {
  suspended: boolean;
  until: number | null;
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
  /** Those that can come back: all but guests whose session is over. */
  present: Account[];
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
  return { accounts: [], present: [], offers: new Map(), sales: new Map(), board: [], faults: [] };
}

export function addAccount(
  model: Model,
  actor: Actor,
  { topUps = 0, cookie = '' }: { topUps?: number; cookie?: string } = {},
): Account {
  const account: Account = {
    actor,
    cookie,
    topUps,
    rewards: 0,
    games: new Set(),
    awards: 0,
    grants: 0,
    listed: 0,
    removed: 0,
    hand: [],
    standing: { suspended: false, until: null },
    moderations: { begun: 0, underWay: 0 },
  };
  model.accounts.push(account);
  model.present.push(account);
  return account;
}

/** Remembers that nobody can be this account any more. */
export function leave({ present }: Model, account: Account): void {
  const index = present.indexOf(account);
  if (index >= 0) present.splice(index, 1);
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

/** What an account has for sale, as far as one knows. */
export function openOffersOf({ board }: Model, account: Account): Offer[] {
  return board.filter(({ seller, open }) => open && seller === account);
}

/** Remembers that those listings went back to their seller. */
export function takeBack(account: Account, offers: readonly Offer[]): void {
  for (const offer of offers) {
    if (!offer.open) continue;
    account.hand.push({ gameId: offer.gameId, kindId: offer.kindId });
    offer.open = false;
  }
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
