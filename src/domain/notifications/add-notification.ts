import type { Queryable } from '#database/client.ts';
import { pendingNotifications } from '#database/schema.ts';
import type { NotificationKind } from '#shared/constants/notifications/notification-kinds.ts';
import type { Ctx } from '../context.ts';

/** A notification to write. */
export interface NewNotification {
  /** Null: the subscribers of the discussion `thing`, except those who block the actor or are blocked. */
  userId: string | null;
  kind: NotificationKind;
  /** The account that did it. */
  actorId: string;
  /** What it was done to. Equal actions of one actor on one thing share a notification. */
  thing?: string;
  thingName?: string;
  /** The cents that the receiver got: the balance on open pages is not up to date. */
  amount?: number;
}

/**
 * Writes a notification in the transaction of what it is about. Call `deliverSoon` of the notifier after the
 * commit. An action of the receiver's own is ignored.
 */
export async function addNotification(
  { clock }: Pick<Ctx, 'clock'>,
  tx: Queryable,
  notification: NewNotification,
): Promise<void> {
  if (notification.userId === notification.actorId) return;
  await tx.insert(pendingNotifications).values({ ...notification, at: clock.now() });
}

/** Accounts whose notifications one statement writes. */
const accountsAtOnce = 1_000;

interface SiteNotification {
  kind: NotificationKind;
  thing: string;
  thingName: string;
  /** The cents that the receiver got, negative if it lost them. */
  amount?: number;
  at: Date;
}

/**
 * Writes a notification that names no other account, such as one about an act of a moderator: its actor is
 * the receiver.
 */
export async function addSiteNotifications(
  tx: Queryable,
  userIds: readonly string[],
  notification: SiteNotification,
): Promise<void> {
  await addOwnSiteNotifications(
    tx,
    userIds.map((userId) => ({ ...notification, userId })),
  );
}

/** The same with a text for each account. */
export async function addOwnSiteNotifications(
  tx: Queryable,
  notifications: readonly (SiteNotification & { userId: string })[],
): Promise<void> {
  for (let start = 0; start < notifications.length; start += accountsAtOnce) {
    const some = notifications.slice(start, start + accountsAtOnce);
    await tx
      .insert(pendingNotifications)
      .values(some.map((one) => ({ ...one, actorId: one.userId })));
  }
}
