import { type HideableOnPages, hideableOnPages } from './reports.ts';

/** What can wait for approval. Messages and profiles do not wait. */
export const waitingKinds = hideableOnPages;
export type WaitingKind = HideableOnPages;

export const approvalConstants = {
  /** How many texts and pictures of a new account wait; 0 switches it off. */
  firstMax: 10,
  /** How many days an account can count as new. */
  daysMax: 365,
  daysDefault: 7,
  /** How many things of one account can wait at a time. */
  waitingMax: 10,
  pageSize: 20,
  pageMax: 500,
} as const;
