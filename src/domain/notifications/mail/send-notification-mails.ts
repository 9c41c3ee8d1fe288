import { and, desc, eq, exists, ne, sql } from 'drizzle-orm';
import {
  notificationChannels,
  notificationMails,
  notificationSettings,
  notificationsToMail,
  users,
} from '#database/schema.ts';
import { notificationMailConstants } from '#shared/constants/notifications/notification-mails.ts';
import { claimMails, sendClaimedMail } from '../../accounts/emails/mail-queue.ts';
import type { Mail, MailSite } from '../../accounts/emails/mailer.ts';
import { readMailSite } from '../../accounts/emails/read-mail-site.ts';
import { isSuspended } from '../../accounts/suspension.ts';
import type { Ctx } from '../../context.ts';
import { isNotifiedThingVisible } from '../notified-thing-is-visible.ts';
import { findQuietEnd } from '../settings/quiet-hours.ts';
import { createNotificationMail } from './create-notification-mail.ts';
import { createUnsubscribeToken } from './unsubscribe-token.ts';

type SendCtx = Pick<Ctx, 'db' | 'clock' | 'accounts' | 'site' | 'readCache' | 'keys' | 'log'>;

type WaitingMail = typeof notificationMails.$inferSelect;

/** Sends the mails that `makeNotificationMails` made, see `sendClaimedMail`. */
export async function sendNotificationMails(ctx: SendCtx): Promise<void> {
  for (;;) {
    const claimed = await claimMails(ctx, notificationMails, notificationMails.nextAttemptAt);
    if (claimed.length === 0) return;
    await Promise.all(claimed.map((waiting) => sendOne(ctx, waiting)));
  }
}

async function sendOne(ctx: SendCtx, waiting: WaitingMail): Promise<void> {
  const { id, attempts, frequency } = waiting;
  if (await postponeInQuietHours(ctx, waiting)) return;
  await sendClaimedMail(ctx, notificationMails, { id, attempts, kind: frequency }, async () => {
    const site = await readMailSite(ctx);
    const mail = await createMail(ctx, site, waiting);
    if (mail) await ctx.accounts.mailer.send(mail);
  });
}

/** A mail that failed before the quiet hours is not tried again in them. Returns whether it waits for their end. */
async function postponeInQuietHours(
  { db, clock }: SendCtx,
  { id, userId, attempts }: WaitingMail,
): Promise<boolean> {
  const [settings] = await db
    .select()
    .from(notificationSettings)
    .where(eq(notificationSettings.userId, userId));
  const quietEnd = settings && findQuietEnd(settings, clock.now());
  if (!quietEnd) return false;
  await db
    .update(notificationMails)
    .set({ nextAttemptAt: quietEnd, attempts: attempts - 1 })
    // If the lease has ended, another node may have claimed it.
    .where(and(eq(notificationMails.id, id), eq(notificationMails.attempts, attempts)));
  return true;
}

/** Creates the mail; null if the account does not want it or may not get mails any more. */
async function createMail(
  { db, clock, keys }: SendCtx,
  site: MailSite,
  { id, userId, frequency }: WaitingMail,
): Promise<Mail | null> {
  const [receiver] = await db
    .select({ email: users.email, username: users.displayUsername })
    .from(users)
    .where(
      and(
        eq(users.id, userId),
        ne(users.role, 'guest'),
        eq(users.emailVerified, true),
        sql`not ${isSuspended(clock.now())}`,
      ),
    );
  // A mail that failed may be tried again after its receiver unsubscribed from a kind.
  const isWanted = exists(
    db
      .select()
      .from(notificationChannels)
      .where(
        and(
          eq(notificationChannels.userId, userId),
          eq(notificationChannels.kind, notificationsToMail.kind),
        ),
      ),
  );
  const ofMail = and(
    eq(notificationsToMail.mailId, id),
    isWanted,
    isNotifiedThingVisible(notificationsToMail),
  );
  const listed = await db
    .select({
      kind: notificationsToMail.kind,
      actor: users.displayUsername,
      thingName: notificationsToMail.thingName,
      count: notificationsToMail.count,
      amount: notificationsToMail.amount,
    })
    .from(notificationsToMail)
    .innerJoin(users, eq(users.id, notificationsToMail.actorId))
    .where(ofMail)
    .orderBy(desc(notificationsToMail.at), desc(notificationsToMail.id))
    .limit(notificationMailConstants.listedMax);
  const [first] = listed;
  if (!receiver || !first) return null;
  const total = await db.$count(notificationsToMail, ofMail);
  const isOneKind = total === listed.length && listed.every(({ kind }) => kind === first.kind);
  const onlyKind = isOneKind ? first.kind : null;
  const token = createUnsubscribeToken(keys, { userId, scope: onlyKind ?? 'all' });
  return createNotificationMail(site, {
    ...receiver,
    frequency,
    listed,
    total,
    onlyKind,
    token,
  });
}
