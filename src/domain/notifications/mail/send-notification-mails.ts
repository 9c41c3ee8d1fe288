import { and, desc, eq, lt, ne, sql } from 'drizzle-orm';
import { deleteInBatches } from '#database/delete-in-batches.ts';
import { notificationMails, notificationsToMail, users } from '#database/schema.ts';
import { notificationMailConstants } from '#shared/constants/notification-mails.ts';
import { claimMails, sendClaimedMail } from '../../accounts/emails/mail-queue.ts';
import type { Mail, MailSite } from '../../accounts/emails/mailer.ts';
import { readMailSite } from '../../accounts/emails/read-mail-site.ts';
import { isSuspended } from '../../accounts/suspension.ts';
import type { Ctx } from '../../context.ts';
import { subtractDays } from '../../lib/subtract-days.ts';
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

function sendOne(ctx: SendCtx, waiting: WaitingMail): Promise<void> {
  const { id, attempts, frequency } = waiting;
  return sendClaimedMail(ctx, notificationMails, { id, attempts, kind: frequency }, async () => {
    const site = await readMailSite(ctx);
    const mail = await createMail(ctx, site, waiting);
    if (mail) await ctx.accounts.mailer.send({ ...mail, from: site.name });
  });
}

/** Creates the mail; null if the account may not get mails any more. */
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
  const ofMail = eq(notificationsToMail.mailId, id);
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

/** Deletes mails that failed `days` ago. Returns how many. */
export async function purgeFailedNotificationMails(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  { days }: { days: number },
): Promise<number> {
  return deleteInBatches(
    db,
    notificationMails,
    lt(notificationMails.failedAt, subtractDays(clock, days)),
  );
}
