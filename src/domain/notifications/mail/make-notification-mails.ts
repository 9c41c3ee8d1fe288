import { and, asc, eq, inArray, isNull, lte, ne, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { integer } from '#database/column-types.ts';
import {
  notificationChannels,
  notificationMails,
  notificationSettings,
  notificationsToMail,
  users,
} from '#database/schema.ts';
import { typedSql } from '#database/typed-sql.ts';
import {
  notificationMailConstants as constants,
  type MailFrequency,
} from '#shared/constants/notifications/notification-mails.ts';
import { findNextLocalTime } from '#shared/format/local-time.ts';
import { isSuspended } from '../../accounts/suspension.ts';
import type { Ctx } from '../../context.ts';
import { findQuietEnd } from '../settings/quiet-hours.ts';

type MailCtx = Pick<Ctx, 'db' | 'clock' | 'log'>;

type Settings = typeof notificationSettings.$inferSelect;

interface WaitingNotification {
  id: string;
  kind: (typeof notificationsToMail.$inferSelect)['kind'];
  since: Date;
  dueAt: Date;
}

/**
 * Makes the mails that are due. Each account is one transaction that moves its notifications into the mail, so
 * none is lost and none is in two mails. Accounts that another node works on are skipped.
 */
export async function makeNotificationMails(ctx: MailCtx): Promise<void> {
  const due = await ctx.db
    .select({ userId: notificationsToMail.userId })
    .from(notificationsToMail)
    .where(and(isNull(notificationsToMail.mailId), lte(notificationsToMail.dueAt, ctx.clock.now())))
    .groupBy(notificationsToMail.userId)
    .orderBy(sql`min(${notificationsToMail.dueAt})`)
    .limit(constants.accountsAtOnce);
  for (const { userId } of due) {
    try {
      await ctx.db.transaction(async (tx) => makeMailsOf(tx, userId, ctx.clock.now()));
    } catch (error) {
      // Others still get theirs. The next run tries this one again.
      ctx.log.warn({ err: error, userId }, 'notification mails of an account could not be made');
    }
  }
}

/** The account is locked before its settings, as a deletion of the account does. */
async function makeMailsOf(tx: Queryable, userId: string, now: Date): Promise<void> {
  const mayGetMails = await lockReceiver(tx, userId, now);
  const [settings] = await tx
    .select()
    .from(notificationSettings)
    .where(eq(notificationSettings.userId, userId))
    .for('update', { skipLocked: true });
  if (!settings && mayGetMails) return discardWithoutSettings(tx, userId);
  const waiting = await lockWaiting(tx, userId);
  if (!mayGetMails || !settings) return discard(tx, waiting);
  const channels = await tx
    .select({ kind: notificationChannels.kind, mail: notificationChannels.mail })
    .from(notificationChannels)
    .where(eq(notificationChannels.userId, userId));
  const frequencies = new Map(channels.map(({ kind, mail }) => [kind, mail]));
  for (const [frequency, entries] of Map.groupBy(waiting, ({ kind }) => frequencies.get(kind))) {
    if (frequency === undefined) await discard(tx, entries);
    else await mailOrPostpone(tx, { settings, frequency, entries, now });
  }
}

/** Whether the account may get mails. A deletion of the account waits for this transaction. */
async function lockReceiver(tx: Queryable, userId: string, now: Date): Promise<boolean> {
  const [receiver] = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.id, userId),
        ne(users.role, 'guest'),
        eq(users.emailVerified, true),
        sql`not ${isSuspended(now)}`,
      ),
    )
    .for('key share');
  return receiver !== undefined;
}

/** In the order in which deliveries write them, so that both cannot deadlock. */
function lockWaiting(tx: Queryable, userId: string): Promise<WaitingNotification[]> {
  return tx
    .select({
      id: notificationsToMail.id,
      kind: notificationsToMail.kind,
      since: notificationsToMail.since,
      dueAt: notificationsToMail.dueAt,
    })
    .from(notificationsToMail)
    .where(and(eq(notificationsToMail.userId, userId), isNull(notificationsToMail.mailId)))
    .orderBy(
      asc(notificationsToMail.kind),
      asc(notificationsToMail.actorId),
      asc(notificationsToMail.thing),
    )
    .limit(constants.perMailMax)
    .for('update');
}

/** The settings are locked by another node, or were deleted: then nothing is wanted. */
async function discardWithoutSettings(tx: Queryable, userId: string): Promise<void> {
  const [settings] = await tx
    .select({ userId: notificationSettings.userId })
    .from(notificationSettings)
    .where(eq(notificationSettings.userId, userId));
  if (settings) return;
  await discard(tx, await lockWaiting(tx, userId));
}

interface Batch {
  settings: Settings;
  frequency: MailFrequency;
  entries: readonly WaitingNotification[];
  now: Date;
}

async function mailOrPostpone(tx: Queryable, batch: Batch): Promise<void> {
  const { settings, frequency, entries, now } = batch;
  const { userId } = settings;
  const dueAt = findDueTime(batch);
  if (dueAt > now) {
    const moved = entries.filter((entry) => entry.dueAt.getTime() !== dueAt.getTime());
    if (moved.length > 0) await tx.update(notificationsToMail).set({ dueAt }).where(isOneOf(moved));
    return;
  }
  const [mail] = await tx
    .insert(notificationMails)
    .values({ userId, frequency, nextAttemptAt: now })
    .returning({ id: notificationMails.id });
  if (!mail) throw new Error('No mail was written.');
  await tx.update(notificationsToMail).set({ mailId: mail.id }).where(isOneOf(entries));
  if (frequency === 'at-once') await countMail(tx, settings, now);
}

function findDueTime({ settings, frequency, entries, now }: Batch): Date {
  const { timeZone } = settings;
  if (frequency === 'at-once') {
    const hourEnd = findHourEnd(settings, now);
    const isFull = hourEnd !== null && settings.mailsInHour >= constants.atOncePerHour;
    const earliest = isFull ? hourEnd : now;
    return findQuietEnd(settings, earliest) ?? earliest;
  }
  const first = Math.min(...entries.map(({ since }) => since.getTime()));
  const minute = constants.digestMinute;
  const weekday = frequency === 'weekly' ? constants.digestWeekday : undefined;
  const digestAt = findNextLocalTime(new Date(first), { minute, weekday, timeZone });
  const earliest = digestAt > now ? digestAt : now;
  return findQuietEnd(settings, earliest) ?? digestAt;
}

/** The end of the hour in which mails at once are counted; null if none is counted. */
function findHourEnd({ hourStartedAt }: Settings, now: Date): Date | null {
  if (!hourStartedAt) return null;
  const end = new Date(hourStartedAt.getTime() + constants.hourMs);
  return end > now ? end : null;
}

async function countMail(tx: Queryable, settings: Settings, now: Date): Promise<void> {
  const isCounted = findHourEnd(settings, now) !== null;
  await tx
    .update(notificationSettings)
    .set(
      isCounted
        ? { mailsInHour: typedSql(integer, sql`${notificationSettings.mailsInHour} + 1`) }
        : { hourStartedAt: now, mailsInHour: 1 },
    )
    .where(eq(notificationSettings.userId, settings.userId));
}

async function discard(tx: Queryable, entries: readonly { id: string }[]): Promise<void> {
  if (entries.length > 0) await tx.delete(notificationsToMail).where(isOneOf(entries));
}

function isOneOf(entries: readonly { id: string }[]) {
  return inArray(
    notificationsToMail.id,
    entries.map(({ id }) => id),
  );
}
