import type { Actor } from '#domain/actor.ts';

/** An account with the effects that were acknowledged to it. Money in cents. */
export interface Account {
  actor: Actor;
  topUps: number;
  rewards: number;
  games: Set<number>;
  /** What these games cost. */
  paidForGames: number;
  awards: number;
  /** The number of cards that an admin granted, also by codes. */
  grants: number;
  /** Whether a code led it into a group. */
  isInCodesGroup: boolean;
  /** What admins gave, also by codes, less what they took. */
  adminMoney: number;
  /** The number of badge levels that were crafted, their experience, and the number of recyclings. */
  crafts: number;
  experience: number;
  recyclings: number;
  /** How many of the crafts were of the game whose card set is edited. */
  craftsOfEditedSet: number;
  /** The number of listings that were opened, and of those that were withdrawn. */
  listed: number;
  removed: number;
  /** Whether it has listed cards of a game of the site, which can be hidden. */
  listsOwnGames: boolean;
  /** The cards that it probably holds, according to acknowledged answers. */
  knownCards: { gameId: number; kindId: string }[];
  /** The Set-Cookie header of its session; empty before the first. */
  cookie: string;
  /** Null while the state is unknown. */
  suspension: SuspensionState | null;
  /** How many suspensions and restorations were started, and how many are running. */
  moderations: { begun: number; underWay: number };
}

/** Whether an account is suspended, and until when (milliseconds; null for no end). */
export interface SuspensionState {
  suspended: boolean;
  until: number | null;
}

export interface ModelListing {
  itemId: string;
  seller: Account;
  gameId: number;
  kindId: string;
  price: number;
  /** Whether it is still open, according to acknowledged answers. */
  open: boolean;
}

export interface ModelOrder {
  orderId: string;
  buyer: Account;
  gameId: number;
  kindId: string;
  price: number;
  quantity: number;
  /** Whether it is still open, according to acknowledged answers. */
  open: boolean;
  /** The money that an acknowledged cancellation returned; null without one. */
  returned: number | null;
}

export interface ModelOffer {
  offerId: string;
  sender: Account;
  recipient: Account;
  give: CardCopies[];
  want: CardCopies[];
  /** Whether it is still open, according to acknowledged answers. */
  open: boolean;
}

interface CardCopies {
  gameId: number;
  kindId: string;
  copies: number;
}

/** A card set that an editor sent. It is the version after the one that the editor had read. */
export interface ModelCardSet {
  version: number;
  /** The cards in their order, with name and rarity. */
  cards: string[];
  acknowledged: boolean;
}

/** A code that an admin made. */
export interface ModelCode {
  code: string;
  batch: { batchId: string; accountMax: number; by: Map<Account, number> };
  usesMax: number;
  /** The acknowledged uses. */
  uses: number;
  isWithdrawn: boolean;
}

/** Every acknowledged change. The database must contain exactly these. */
export interface Model {
  accounts: Account[];
  /** The accounts that can act: all except guests whose session ended. */
  present: Account[];
  /** Every listing that ever existed, by its id. The price of an id never changes. */
  listings: Map<string, ModelListing>;
  /** The buyer of each acknowledged sale, by listing id. */
  sales: Map<string, Account>;
  /** Every buy order that was placed, by its id, and the newest of them. */
  orders: Map<string, ModelOrder>;
  visibleOrders: ModelOrder[];
  /** The prices of the acknowledged sales through orders, by listing id. */
  orderSales: Map<string, number>;
  /** Every offer that was made, by its id. */
  offers: Map<string, ModelOffer>;
  /** The ids of the acknowledged trades. */
  trades: Set<string>;
  /** The newest offers; some are closed meanwhile. */
  visibleOffers: ModelOffer[];
  /** The newest codes; some are used up or withdrawn. */
  codes: ModelCode[];
  /** Every card set that was sent. */
  cardSets: ModelCardSet[];
  /** Name and rarity of each card kind of a game of the site that was ever read, by its id. */
  cardKinds: Map<string, string>;
  /** The listings that buyers see: open ones, and some that are closed meanwhile. */
  visibleListings: ModelListing[];
  /** Broken rules that were noticed during the operations. */
  violations: string[];
}

/** Whether an account can be a member of the group for which games have prices: every second one never is. */
export function mayBeMember({ accounts }: Model, account: Account): boolean {
  return accounts.indexOf(account) % 2 === 0;
}

export function createModel(): Model {
  return {
    accounts: [],
    present: [],
    listings: new Map(),
    sales: new Map(),
    orders: new Map(),
    visibleOrders: [],
    orderSales: new Map(),
    offers: new Map(),
    trades: new Set(),
    visibleOffers: [],
    codes: [],
    cardSets: [],
    cardKinds: new Map(),
    visibleListings: [],
    violations: [],
  };
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
    paidForGames: 0,
    awards: 0,
    grants: 0,
    isInCodesGroup: false,
    adminMoney: 0,
    crafts: 0,
    craftsOfEditedSet: 0,
    experience: 0,
    recyclings: 0,
    listed: 0,
    removed: 0,
    listsOwnGames: false,
    knownCards: [],
    suspension: { suspended: false, until: null },
    moderations: { begun: 0, underWay: 0 },
  };
  model.accounts.push(account);
  model.present.push(account);
  return account;
}

/** Removes an account that cannot act any more. */
export function removePresent({ present }: Model, account: Account): void {
  const index = present.indexOf(account);
  if (index >= 0) present.splice(index, 1);
}

/** Enough offers that some are open, and few enough that several operations choose the same one. */
const visibleOffersMax = 60;

export function addOffer({ offers, visibleOffers, violations }: Model, offer: ModelOffer): void {
  if (offers.has(offer.offerId)) violations.push(`offer ${offer.offerId} was made twice`);
  offers.set(offer.offerId, offer);
  visibleOffers.push(offer);
  if (visibleOffers.length > visibleOffersMax) visibleOffers.shift();
}

/** Records that an offer was accepted and its cards have moved. */
export function recordTrade({ trades, violations }: Model, offer: ModelOffer): void {
  if (trades.has(offer.offerId)) violations.push(`offer ${offer.offerId} was accepted twice`);
  trades.add(offer.offerId);
  offer.open = false;
  moveKnownCards(offer.give, offer.sender, offer.recipient);
  moveKnownCards(offer.want, offer.recipient, offer.sender);
}

function moveKnownCards(cards: readonly CardCopies[], from: Account, to: Account): void {
  for (const { gameId, kindId, copies } of cards) {
    for (let copy = 0; copy < copies; copy += 1) {
      const place = from.knownCards.findIndex(
        (card) => card.gameId === gameId && card.kindId === kindId,
      );
      if (place >= 0) from.knownCards.splice(place, 1);
      to.knownCards.push({ gameId, kindId });
    }
  }
}

/** Enough listings for all buyers, and few enough that several buyers choose the same one. */
const visibleMax = 1_000;

export function addListing(model: Model, listing: ModelListing): void {
  const { listings, visibleListings, violations } = model;
  if (listings.has(listing.itemId)) violations.push(`listing ${listing.itemId} was opened twice`);
  listings.set(listing.itemId, listing);
  visibleListings.push(listing);
  if (visibleListings.length > visibleMax) visibleListings.shift();
}

/** The open listings of an account, according to acknowledged answers. */
export function openListingsOf({ visibleListings }: Model, account: Account): ModelListing[] {
  return visibleListings.filter(({ seller, open }) => open && seller === account);
}

/** Records that these listings were withdrawn. */
export function returnToSeller(account: Account, listings: readonly ModelListing[]): void {
  for (const listing of listings) {
    if (!listing.open) continue;
    account.knownCards.push({ gameId: listing.gameId, kindId: listing.kindId });
    listing.open = false;
  }
}

/** Records that a listing is closed. It can stay visible, like on an outdated page. */
export function closeListing({ listings }: Model, itemId: string): void {
  const listing = listings.get(itemId);
  if (listing) listing.open = false;
}

/** The visible listing that a number selects: mostly an open one, sometimes one of an outdated page. */
export function pickListing({ visibleListings }: Model, place: number): ModelListing | undefined {
  while (visibleListings.length > 0) {
    const index = place % visibleListings.length;
    const listing = visibleListings[index];
    if (!listing || listing.open || place % 5 === 0) return listing;
    visibleListings.splice(index, 1);
  }
  return undefined;
}

export function recordSale(model: Model, itemId: string, buyer: Account): void {
  const { sales, violations } = model;
  if (sales.has(itemId)) violations.push(`listing ${itemId} was sold twice`);
  sales.set(itemId, buyer);
}

/** Remembers the card kinds of a game of the site. Returns those that had another name or rarity before. */
export function noteCardKinds(
  { cardKinds }: Model,
  kinds: readonly { kindId: string; name: string; rarity: string }[],
): string[] {
  return kinds.flatMap(({ kindId, name, rarity }) => {
    const before = cardKinds.get(kindId);
    const now = `${name} ${rarity}`;
    if (before === undefined) cardKinds.set(kindId, now);
    return before === undefined || before === now ? [] : [`${kindId} was ${before}, now ${now}`];
  });
}
