import { chatConstants } from './chat.ts';

/** Trade offers between friends. */
export const tradeConstants = {
  /** Cards on one side of an offer. */
  cardsMax: 10,
  /** Open offers that one account has sent. */
  openMax: 30,
  /** An offer that nobody answers ends after this time. */
  lastsMs: 7 * 24 * 60 * 60 * 1000,
  messageMax: chatConstants.textMax,
  pageSize: 10,
  pagedMax: 1_000,
  pageWindow: 4,
  /** Offers that a conversation shows as cards. */
  offersInChat: 50,
  /** Cards on a page of each inventory while an offer is made. */
  inventoryPageSize: 12,
  /** The friends that the matcher compares, those of them that it shows, and the swaps with each. */
  matchedFriends: 50,
  matchesShown: 5,
  swapsShown: 5,
} as const;

/** The states of an offer. Every state but `open` is final. */
export const tradeOfferStates = [
  'open',
  'accepted',
  'declined',
  'withdrawn',
  'countered',
  'expired',
  'ended',
] as const;
export type TradeOfferState = (typeof tradeOfferStates)[number];

/** The sides of an offer: cards of the sender, and cards of the recipient. */
export const tradeSides = ['given', 'wanted'] as const;
export type TradeSide = (typeof tradeSides)[number];
/** What each state says to players. */
export const tradeStateTexts: Record<TradeOfferState, string> = {
  open: 'Open',
  accepted: 'Accepted',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  countered: 'Answered with another offer',
  expired: 'Expired',
  ended: 'Ended',
};
