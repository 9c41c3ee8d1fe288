import type { Queryable } from '#database/client.ts';
import {
  deleteActiveDaysOfAccount,
  deleteRolesOfAccount,
} from '../accounts/end-logins-of-account.ts';
import { deleteGameSavesOfAccount } from '../game-library/end-library-of-account.ts';
import { deleteSearchesOfAccount } from '../market/end-market-of-account.ts';
import { deleteNotesOfAccount } from '../moderation/end-moderation-of-account.ts';
import { deleteProfileOfAccount } from '../profiles/end-profile-of-account.ts';
import { deleteWishesOfAccount } from '../wishlist/end-wishlist-of-account.ts';

/**
 * Deletes what a deleted account or retired guest wished for, saved and chose to show, its saves of games, its further
 * roles, the days on which it was seen, and the notes of moderators about it. The caller has locked the account.
 */
export async function deletePersonalData(tx: Queryable, userId: string): Promise<void> {
  await deleteWishesOfAccount(tx, userId);
  await deleteSearchesOfAccount(tx, userId);
  await deleteProfileOfAccount(tx, userId);
  await deleteGameSavesOfAccount(tx, userId);
  await deleteNotesOfAccount(tx, userId);
  await deleteRolesOfAccount(tx, userId);
  await deleteActiveDaysOfAccount(tx, userId);
}
