import { and, asc, desc, eq, isNull, lt, lte, ne, sql } from 'drizzle-orm';
import { deleteInBatches } from '#database/delete-in-batches.ts';
import { notificationMails, notificationsToMail, users } from '#database/schema.ts';
import { emailRequestConstants } from '#shared/constants/accounts.ts';
import { notificationMailConstants } from '#shared/constants/notification-mails.ts';
import type { Mail } from '../../accounts/emails/mailer.ts';
import { isSuspended } from '../../accounts/suspension.ts';
import type { Ctx } from '../../context.ts';
import { subtractDays } from '../../lib/subtract-days.ts';
import { createNotificationMail } from './create-notification-mail.ts';
import { createUnsubscribeToken } from './unsubscribe-token.ts';

type SendCtx = Pick<Ctx, 'db' | 'clock' | 'accounts' | 'site' | 'keys' | 'log'>;

type WaitingMail = typeof notificationMails.$inferSelect;

/**
 * Sends the mails that `makeNotificationMails` made, as `sendRequestedEmails` sends requested ones: a mail is
 * deleted after it was sent, and a failed attempt is repeated later.
 */
export async function sendNotificationMails(ctx: SendCtx): Promise<void> {
  for (;;) {
    const claimed = await claimMails(ctx);
    if (claimed.length === 0) return;
    await Promise.all(claimed.map((mail) => sendOne(ctx, mail)));
  }
}

/** Claims the oldest mails. Until the end of the lease no other node sends them. */
async function claimMails({ db, clock }: SendCtx): Promise<WaitingMail[]> {
  const now = clock.now();
  const oldest = db
    .select({ id: notificationMails.id })
    .from(notificationMails)
    .where(and(isNull(notificationMails.failedAt), lte(notificationMails.nextAttemptAt, now)))
    .orderBy(asc(notificationMails.nextAttemptAt))
    .limit(emailRequestConstants.atOnce)
    .for('update', { skipLocked: true });
  return db
    .update(notificationMails)
    .set({
      attempts: sql`${notificationMails.attempts} + 1`,
      nextAttemptAt: new Date(now.getTime() + emailRequestConstants.leaseMs),
    })
    .where(sql`${notificationMails.id} = any(array${oldest})`)
    .returning();
}

async function sendOne(ctx: SendCtx, waiting: WaitingMail): Promise<void> {
  try {
    const mail = await createMail(ctx, waiting);
    if (mail) await ctx.accounts.mailer.send(mail);
  } catch (error) {
    await postpone(ctx, waiting, error);
    return;
  }
  await ctx.db.delete(notificationMails).where(eq(notificationMails.id, waiting.id));
}

/** Sets the time of the next attempt, or marks the mail as failed after the last one. */
async function postpone(
  { db, clock, log }: SendCtx,
  { id, attempts }: WaitingMail,
  error: unknown,
): Promise<void> {
  const now = clock.now();
  const hasFailed = attempts >= emailRequestConstants.attemptsMax;
  const waitMs = emailRequestConstants.retryMs * 4 ** (attempts - 1);
  await db
    .update(notificationMails)
    .set(hasFailed ? { failedAt: now } : { nextAttemptAt: new Date(now.getTime() + waitMs) })
    // If the lease has ended, another node may have claimed it.
    .where(and(eq(notificationMails.id, id), eq(notificationMails.attempts, attempts)));
  const details = { err: error, mail: id, attempts };
  if (hasFailed) log.error(details, 'a mail of notifications failed and is not tried again');
  else log.warn(details, 'a mail of notifications was not sent; it is tried again');
}

/** Creates the mail; null if the account may not get mails any more. */
async function createMail(
  { db, clock, keys, site: { origin } }: SendCtx,
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
  return createNotificationMail(origin, {
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
