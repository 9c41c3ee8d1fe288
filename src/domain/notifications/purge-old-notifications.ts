import { lt, or } from 'drizzle-orm';
import { deleteInBatches } from '#database/delete-in-batches.ts';
import { notifications } from '#database/schema.ts';
import type { Ctx } from '../context.ts';
import { subtractDays } from '../lib/subtract-days.ts';

/** Deletes notifications that were read `readDays` ago and unread ones that are `unreadDays` old. Returns how many. */
export async function purgeOldNotifications(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  { readDays, unreadDays }: { readDays: number; unreadDays: number },
): Promise<number> {
  return deleteInBatches(
    db,
    notifications,
    or(
      lt(notifications.readAt, subtractDays(clock, readDays)),
      lt(notifications.at, subtractDays(clock, unreadDays)),
    ),
  );
}
