import { type AppErrorCode, isAppError } from '#shared/errors/app-error.ts';
import type { CardName } from './find-card-names.ts';

/** What can be wrong with one of many cards. Other errors concern the seller and end the whole form. */
const codes: ReadonlySet<AppErrorCode> = new Set([
  'card-not-held',
  'game-hidden',
  'card-resting',
  'listing-limit',
  'own-order-crosses',
  'item-gone',
]);

/** One of many cards for which a form failed. */
export interface CardFailure {
  /** Unique in the list: the id of a listing, or of a game and a kind of card. */
  id: string;
  /** Null for a listing that nobody knows any more. */
  card: CardName | null;
  text: string;
}

/** The text of an error that concerns one card only; throws any other error again. */
export function toCardFailure(error: unknown): string {
  if (isAppError(error) && codes.has(error.code)) return error.message;
  throw error;
}
