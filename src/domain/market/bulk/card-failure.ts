import { type AppErrorCode, isAppError } from '#shared/errors/app-error.ts';

/** What can be wrong with one of many cards. Other errors concern the seller and end the whole form. */
const codes: ReadonlySet<AppErrorCode> = new Set([
  'card-not-held',
  'card-resting',
  'listing-limit',
  'own-order-crosses',
  'item-gone',
]);

/** The text of an error that concerns one card only; throws any other error again. */
export function toCardFailure(error: unknown): string {
  if (isAppError(error) && codes.has(error.code)) return error.message;
  throw error;
}
