import { and, eq, inArray } from 'drizzle-orm';
import {
  mutedNotifications,
  mutedPushes,
  notificationChannels,
  notificationSettings,
  notificationsToMail,
  pushSubscriptions,
  users,
  waitingPushes,
} from '#database/schema.ts';
import {
  type NotificationKind,
  notificationKinds,
} from '#shared/constants/notifications/notification-kinds.ts';
import type { MailChoice } from '#shared/constants/notifications/notification-mails.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { isTimeZone } from '#shared/format/local-time.ts';
import type { Ctx } from '../../context.ts';
import { requirePlayer } from '../../permissions/require-actor.ts';
import type { QuietHours } from './quiet-hours.ts';

/** Which notifications an account gets where, and when it is not disturbed. */
export interface NotificationSettings extends QuietHours {
  kinds: Record<NotificationKind, { onSite: boolean; mail: MailChoice; push: boolean }>;
}

/** Returns the settings of the actor. @throws AppError `login-required`, `guest-not-allowed`. */
export async function readNotificationSettings(ctx: Ctx): Promise<NotificationSettings> {
  const { id } = requirePlayer(ctx);
  const [[times], muted, channels, pushes] = await Promise.all([
    ctx.db
      .select({
        quietFrom: notificationSettings.quietFrom,
        quietTo: notificationSettings.quietTo,
        timeZone: notificationSettings.timeZone,
      })
      .from(notificationSettings)
      .where(eq(notificationSettings.userId, id)),
    ctx.db
      .select({ kind: mutedNotifications.kind })
      .from(mutedNotifications)
      .where(eq(mutedNotifications.userId, id)),
    ctx.db
      .select({ kind: notificationChannels.kind, mail: notificationChannels.mail })
      .from(notificationChannels)
      .where(eq(notificationChannels.userId, id)),
    ctx.db.select({ kind: mutedPushes.kind }).from(mutedPushes).where(eq(mutedPushes.userId, id)),
  ]);
  const mutedKinds = new Set(muted.map(({ kind }) => kind));
  const pushMuted = new Set(pushes.map(({ kind }) => kind));
  const mails = new Map(channels.map(({ kind, mail }) => [kind, mail]));
  const kinds = notificationKinds.map((kind) => [
    kind,
    {
      onSite: !mutedKinds.has(kind),
      mail: mails.get(kind) ?? 'off',
      push: !pushMuted.has(kind),
    },
  ]);
  return {
    ...(times ?? { quietFrom: null, quietTo: null, timeZone: 'UTC' }),
    kinds: Object.fromEntries(kinds) as NotificationSettings['kinds'],
  };
}

/**
 * Saves the settings of the actor. Mails and pushes that wait are planned again.
 * @throws AppError `login-required`, `guest-not-allowed`, `bad-input` for an unknown time zone.
 */
export async function saveNotificationSettings(
  ctx: Ctx,
  { kinds, quietFrom, quietTo, timeZone }: NotificationSettings,
): Promise<void> {
  const { id: userId } = requirePlayer(ctx);
  if (!isTimeZone(timeZone))
    throw new AppError('bad-input', { fields: { timeZone: 'Choose a time zone of the list.' } });
  const muted = notificationKinds.filter((kind) => !kinds[kind].onSite);
  const pushMuted = notificationKinds.filter((kind) => !kinds[kind].push);
  const channels = notificationKinds.flatMap((kind) => {
    const { mail } = kinds[kind];
    return mail === 'off' ? [] : [{ userId, kind, mail }];
  });
  await ctx.db.transaction(async (tx) => {
    // Before the settings, as a deletion of the account locks them.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('key share');
    const times = { quietFrom, quietTo, timeZone };
    await tx
      .insert(notificationSettings)
      .values({ userId, ...times })
      .onConflictDoUpdate({ target: notificationSettings.userId, set: times });
    await tx.delete(notificationChannels).where(eq(notificationChannels.userId, userId));
    if (channels.length > 0) await tx.insert(notificationChannels).values(channels);
    await tx.delete(mutedNotifications).where(eq(mutedNotifications.userId, userId));
    if (muted.length > 0)
      await tx
        .insert(mutedNotifications)
        .values(muted.map((kind) => ({ userId, kind })))
        .onConflictDoNothing();
    await tx.delete(mutedPushes).where(eq(mutedPushes.userId, userId));
    if (pushMuted.length > 0)
      await tx
        .insert(mutedPushes)
        .values(pushMuted.map((kind) => ({ userId, kind })))
        .onConflictDoNothing();
  });
  // After the commit: the rows are locked in no order here, and a delivery may be writing some of them.
  await ctx.db
    .update(notificationsToMail)
    .set({ dueAt: ctx.clock.now() })
    .where(eq(notificationsToMail.userId, userId));
  const ofAccount = ctx.db
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId));
  // Not those that a node is sending, or that failed.
  await ctx.db
    .update(waitingPushes)
    .set({ nextAttemptAt: ctx.clock.now() })
    .where(and(inArray(waitingPushes.subscriptionId, ofAccount), eq(waitingPushes.attempts, 0)));
}
