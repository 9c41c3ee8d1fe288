import { lt, or } from 'drizzle-orm';
import { notifications } from '#database/schema.ts';
import { notificationConstants } from '#shared/constants/notifications.ts';
import type { Ctx } from '../context.ts';

/** Deletes notifications that were read 90 days ago and unread ones that are a year old. */
export async function purgeOldNotifications({
  db,
  clock,
}: Pick<Ctx, 'db' | 'clock'>): Promise<void> {
  const now = clock.now().getTime();
  await db
    .delete(notifications)
    .where(
      or(
        lt(notifications.readAt, new Date(now - notificationConstants.readRetentionMs)),
        lt(notifications.at, new Date(now - notificationConstants.unreadRetentionMs)),
      ),
    );
}
