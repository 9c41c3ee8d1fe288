import { lt, or } from 'drizzle-orm';
import { notices } from '#database/schema.ts';
import { notificationConstants } from '#shared/constants/notifications.ts';
import type { Ctx } from '../context.ts';

/** Deletes notices that were read 90 days ago, and those that nobody read for a year. */
export async function purgeOldNotifications({
  db,
  clock,
}: Pick<Ctx, 'db' | 'clock'>): Promise<void> {
  const now = clock.now().getTime();
  await db
    .delete(notices)
    .where(
      or(
        lt(notices.readAt, new Date(now - notificationConstants.readKeptMs)),
        lt(notices.at, new Date(now - notificationConstants.keptMs)),
      ),
    );
}
