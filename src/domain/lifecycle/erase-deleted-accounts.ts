import { and, asc, eq, inArray, isNull, lte, ne, or } from 'drizzle-orm';
import {
  accountErasures,
  activeDays,
  appeals,
  discussionSubscriptions,
  idempotencyKeys,
  mutedNotifications,
  mutedPushes,
  mutes,
  notificationMails,
  notificationSettings,
  notifications,
  notificationsToMail,
  pendingNotifications,
  pushSubscriptions,
  reportCases,
  reports,
  uploads,
} from '#database/schema.ts';
import { erasureConstants } from '#shared/constants/account-data.ts';
import type { Ctx } from '../context.ts';
import { eraseGameKeys } from '../library/keys/own-key.ts';
import { removeCopies } from './remove-copies.ts';
import { removeTexts } from './remove-texts.ts';

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
  await db.delete(activeDays).where(eq(activeDays.userId, userId));
  await db.delete(notifications).where(eq(notifications.userId, userId));
  await db.delete(pendingNotifications).where(eq(pendingNotifications.userId, userId));
  await db.delete(mutedNotifications).where(eq(mutedNotifications.userId, userId));
  await db.delete(mutedPushes).where(eq(mutedPushes.userId, userId));
  await db.delete(pushSubscriptions).where(eq(pushSubscriptions.userId, userId));
  await db.delete(notificationSettings).where(eq(notificationSettings.userId, userId));
  await db.delete(notificationMails).where(eq(notificationMails.userId, userId));
  await db.delete(notificationsToMail).where(eq(notificationsToMail.userId, userId));
  await db.delete(discussionSubscriptions).where(eq(discussionSubscriptions.userId, userId));
  await db.delete(idempotencyKeys).where(eq(idempotencyKeys.userId, userId));
  await eraseGameKeys(db, userId);
  await db.delete(mutes).where(eq(mutes.userId, userId));
  await db.delete(appeals).where(and(eq(appeals.userId, userId), isNull(appeals.decidedAt)));
  await db.update(appeals).set({ text: '' }).where(eq(appeals.userId, userId));
  await db.update(reports).set({ text: '' }).where(eq(reports.reporterId, userId));
  // The profile and the captions are gone, so are the copies of them.
  await removeCopies(
    { db },
    and(eq(reportCases.authorId, userId), inArray(reportCases.kind, ['profile', 'picture'])),
  );
  await db
    .update(uploads)
    .set({ name: '', metadata: {} })
    .where(and(eq(uploads.userId, userId), ne(uploads.name, '')));
}
