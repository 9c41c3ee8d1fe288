import type { Queryable } from '#database/client.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { canSeeInventory } from '../privacy/privacy-rules.ts';
import { readPrivacy } from '../privacy/read-privacy.ts';

/** Whether an account shows its cards not even to friends. */
export async function hidesCardsFromFriends(db: Queryable, userId: string): Promise<boolean> {
  return !canSeeInventory({ reader: 'friend', settings: await readPrivacy(db, userId) });
}

/**
 * Nobody can ask for cards that they may not see: the answer would say whether they are there.
 * @throws AppError `inventory-hidden`
 */
export async function requireVisibleCards(db: Queryable, userId: string): Promise<void> {
  if (await hidesCardsFromFriends(db, userId)) throw new AppError('inventory-hidden');
}
