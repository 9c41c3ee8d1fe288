import { eq } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import {
  mutedNotifications,
  mutedPushes,
  notificationMails,
  notificationSettings,
  notifications,
  notificationsToMail,
  pendingNotifications,
  pushSubscriptions,
} from '#database/schema.ts';

/** Erases the notifications of a deleted account, with its settings, browsers and mails. */
export async function eraseNotificationsOfAccount(db: Queryable, userId: string): Promise<void> {
  await db.delete(notifications).where(eq(notifications.userId, userId));
  await db.delete(pendingNotifications).where(eq(pendingNotifications.userId, userId));
  await db.delete(mutedNotifications).where(eq(mutedNotifications.userId, userId));
  await db.delete(mutedPushes).where(eq(mutedPushes.userId, userId));
  await db.delete(pushSubscriptions).where(eq(pushSubscriptions.userId, userId));
  await db.delete(notificationSettings).where(eq(notificationSettings.userId, userId));
  await db.delete(notificationMails).where(eq(notificationMails.userId, userId));
  await db.delete(notificationsToMail).where(eq(notificationsToMail.userId, userId));
}
