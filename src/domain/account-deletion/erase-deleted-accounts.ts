import { asc, eq, isNull, lte, or } from 'drizzle-orm';
import { accountErasures, idempotencyKeys } from '#database/schema.ts';
import { erasureConstants } from '#shared/constants/accounts/removed-texts.ts';
import { deleteActiveDaysOfAccount } from '../accounts/end-logins-of-account.ts';
import { removeMessagesOfAccount } from '../chat/end-messages-of-account.ts';
import { deleteCommentsOfAccount } from '../comments/end-comments-of-account.ts';
import type { Ctx } from '../context.ts';
import {
  deleteSubscriptionsOfAccount,
  removeDiscussionTextsOfAccount,
} from '../discussions/end-discussions-of-account.ts';
import { eraseUploadsOfAccount } from '../gallery/end-pictures-of-account.ts';
import {
  deleteGameSavesOfAccount,
  eraseGameKeysOfAccount,
} from '../game-library/end-library-of-account.ts';
import {
  eraseModerationOfAccount,
  removeCopiesOfTextsOfAccount,
} from '../moderation/end-moderation-of-account.ts';
import { eraseNotificationsOfAccount } from '../notifications/end-notifications-of-account.ts';
import { removeOfferTextsOfAccount } from '../trades/end-trades-of-account.ts';

type ErasureCtx = Pick<Ctx, 'db' | 'clock' | 'events'>;

/**
 * Erases the data of deleted accounts that their deletion left: notifications, names of uploaded files, and
 * the texts of those whose owners asked for it. It runs twice for each account: soon after the deletion, and
 * when no request that began before the deletion can still be writing. A crash repeats it. Returns how many
 * runs ended.
 */
export async function eraseDeletedAccounts(ctx: ErasureCtx): Promise<number> {
  const now = ctx.clock.now();
  const lastRun = new Date(now.getTime() - erasureConstants.secondRunMs);
  const due = await ctx.db
    .select({
      userId: accountErasures.userId,
      removesTexts: accountErasures.removesTexts,
      requestedAt: accountErasures.requestedAt,
    })
    .from(accountErasures)
    .where(or(isNull(accountErasures.erasedAt), lte(accountErasures.requestedAt, lastRun)))
    .orderBy(asc(accountErasures.requestedAt))
    .limit(erasureConstants.accountsPerRun);
  for (const { userId, removesTexts, requestedAt } of due) {
    await eraseRest(ctx, userId);
    if (removesTexts) await removeTexts(ctx, userId);
    const own = eq(accountErasures.userId, userId);
    if (requestedAt <= lastRun) await ctx.db.delete(accountErasures).where(own);
    else await ctx.db.update(accountErasures).set({ erasedAt: now }).where(own);
    ctx.events.publish({ type: 'content-removed' });
  }
  return due.length;
}

/** Erases what only the account itself could see. */
async function eraseRest({ db }: ErasureCtx, userId: string): Promise<void> {
  await deleteActiveDaysOfAccount(db, userId);
  await eraseNotificationsOfAccount(db, userId);
  await deleteSubscriptionsOfAccount(db, userId);
  await db.delete(idempotencyKeys).where(eq(idempotencyKeys.userId, userId));
  await eraseGameKeysOfAccount(db, userId);
  await deleteGameSavesOfAccount(db, userId);
  await eraseModerationOfAccount(db, userId);
  await eraseUploadsOfAccount(db, userId);
}

/** Removes what a deleted account wrote to others, and the copies of it. */
async function removeTexts({ db }: ErasureCtx, userId: string): Promise<void> {
  await removeMessagesOfAccount(db, userId);
  await removeDiscussionTextsOfAccount(db, userId);
  await deleteCommentsOfAccount(db, userId);
  await removeOfferTextsOfAccount(db, userId);
  await removeCopiesOfTextsOfAccount(db, userId);
}
