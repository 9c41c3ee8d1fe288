import { and, eq, isNull, lte, sql } from 'drizzle-orm';
import { emailRequests } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { emailRequestConstants } from '#shared/constants/accounts.ts';
import { createRequestedEmail } from './create-requested-email.ts';

type EmailCtx = Pick<Ctx, 'db' | 'clock' | 'accounts' | 'site' | 'log'>;

type EmailRequest = typeof emailRequests.$inferSelect;

/**
 * Sends the requested emails to those email addresses that have an account. A request is deleted after its
 * email was sent, so no email is lost in a crash; one that was just sent can be sent again. A failed attempt
 * is repeated later, `attemptsMax` times in all.
 */
export async function sendRequestedEmails(ctx: EmailCtx): Promise<void> {
  for (;;) {
    const claimed = await claimRequests(ctx);
    if (claimed.length === 0) return;
    // In the order of the requests for each email address, because only the newest link works.
    claimed.sort((one, other) => one.id.localeCompare(other.id));
    const groups = Map.groupBy(claimed, ({ email }) => email.toLowerCase());
    await Promise.all([...groups.values()].map((group) => sendInOrder(ctx, group)));
  }
}

/** Claims the oldest requests. Until the end of the lease no other node sends them. */
async function claimRequests({ db, clock }: EmailCtx): Promise<EmailRequest[]> {
  const now = clock.now();
  const oldest = db
    .select({ id: emailRequests.id })
    .from(emailRequests)
    .where(and(isNull(emailRequests.failedAt), lte(emailRequests.nextAttemptAt, now)))
    .orderBy(emailRequests.id)
    .limit(emailRequestConstants.atOnce)
    .for('update', { skipLocked: true });
  return db
    .update(emailRequests)
    .set({
      attempts: sql`${emailRequests.attempts} + 1`,
      nextAttemptAt: new Date(now.getTime() + emailRequestConstants.leaseMs),
    })
    .where(sql`${emailRequests.id} = any(array${oldest})`)
    .returning();
}

async function sendInOrder(ctx: EmailCtx, requests: readonly EmailRequest[]): Promise<void> {
  for (const request of requests) {
    // Too late for the lease: another run sends it.
    const endMs = request.nextAttemptAt.getTime() - emailRequestConstants.attemptMs;
    if (ctx.clock.now().getTime() > endMs) return;
    await sendOne(ctx, request);
  }
}

async function sendOne(ctx: EmailCtx, request: EmailRequest): Promise<void> {
  try {
    const mail = await createRequestedEmail(ctx, request);
    if (mail) await ctx.accounts.mailer.send(mail);
  } catch (error) {
    await postpone(ctx, request, error);
    return;
  }
  await ctx.db.delete(emailRequests).where(eq(emailRequests.id, request.id));
}

/** Sets the time of the next attempt, or marks the request as failed after the last one. */
async function postpone(
  { db, clock, log }: EmailCtx,
  { id, kind, attempts }: EmailRequest,
  error: unknown,
): Promise<void> {
  const now = clock.now();
  const hasFailed = attempts >= emailRequestConstants.attemptsMax;
  const waitMs = emailRequestConstants.retryMs * 4 ** (attempts - 1);
  await db
    .update(emailRequests)
    .set(hasFailed ? { failedAt: now } : { nextAttemptAt: new Date(now.getTime() + waitMs) })
    // If the lease has ended, another node may have claimed it.
    .where(and(eq(emailRequests.id, id), eq(emailRequests.attempts, attempts)));
  const details = { err: error, request: id, kind, attempts };
  if (hasFailed) log.error(details, 'a requested email failed and is not tried again');
  else log.warn(details, 'a requested email was not sent; it is tried again');
}
