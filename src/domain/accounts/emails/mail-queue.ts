import {
  and,
  asc,
  eq,
  gt,
  type InferSelectModel,
  isNotNull,
  isNull,
  lte,
  or,
  sql,
} from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Queryable } from '#database/client.ts';
import type { emailRequests, notificationMails, requestedEmails } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { emailRequestConstants } from '#shared/constants/accounts/requested-emails.ts';
import { MailNotSentError } from '#shared/errors/mail-not-sent-error.ts';

/** The tables of mails that wait: each row has its attempts and the time of the next one. */
type MailTable = typeof requestedEmails | typeof emailRequests | typeof notificationMails;

/** For errors that are not the mail server's. */
const unexpectedError = 'An unexpected error. The log of the server has it.';

type QueueCtx = Pick<Ctx, 'db' | 'clock' | 'log'>;

/** Claims the first due mails by `order`. Until the end of the lease no other node sends them. */
export async function claimMails<Table extends MailTable>(
  { db, clock }: QueueCtx,
  table: Table,
  order: PgColumn,
): Promise<InferSelectModel<Table>[]> {
  const now = clock.now();
  const due = db
    .select({ id: table.id })
    .from(table as MailTable)
    .where(and(isNull(table.failedAt), lte(table.nextAttemptAt, now)))
    .orderBy(asc(order))
    .limit(emailRequestConstants.atOnce)
    .for('update', { skipLocked: true });
  const claimed = await db
    .update(table as MailTable)
    .set({
      attempts: sql`${table.attempts} + 1`,
      nextAttemptAt: new Date(now.getTime() + emailRequestConstants.leaseMs),
    })
    .where(sql`${table.id} = any(array${due})`)
    .returning();
  return claimed as InferSelectModel<Table>[];
}

/**
 * Sends a claimed mail and deletes its row, so no mail is lost in a crash; one that was just sent can be sent
 * again. After an error the next attempt is later, `attemptsMax` times in all. Then the row stays as failed.
 */
export async function sendClaimedMail(
  { db, clock, log }: QueueCtx,
  table: MailTable,
  { id, attempts, kind }: { id: string; attempts: number; kind: string },
  send: () => Promise<void>,
): Promise<void> {
  try {
    await send();
  } catch (error) {
    const now = clock.now();
    const hasFailed = attempts >= emailRequestConstants.attemptsMax;
    const waitMs = emailRequestConstants.retryMs * 4 ** (attempts - 1);
    await db
      .update(table)
      .set({
        lastError: error instanceof MailNotSentError ? error.message : unexpectedError,
        ...(hasFailed ? { failedAt: now } : { nextAttemptAt: new Date(now.getTime() + waitMs) }),
      })
      // If the lease has ended, another node may have claimed it.
      .where(and(eq(table.id, id), eq(table.attempts, attempts)));
    const context = { err: error, mail: id, kind, attempts };
    if (hasFailed) log.error(context, 'a mail failed and is not tried again');
    else log.warn(context, 'a mail was not sent; it is tried again');
    return;
  }
  await db.delete(table).where(eq(table.id, id));
}

/** Lets the failed mails of a table, and those that wait for their next attempt, be sent at once. Returns how many. */
export async function retryMails(
  { db, clock }: Pick<QueueCtx, 'clock'> & { db: Queryable },
  table: MailTable,
): Promise<number> {
  const now = clock.now();
  const leaseEnd = new Date(now.getTime() + emailRequestConstants.leaseMs);
  const retried = await db
    .update(table)
    .set({ failedAt: null, attempts: 0, nextAttemptAt: now })
    // Of those with an earlier attempt, some are being sent, and the others are sent soon.
    .where(
      and(
        isNotNull(table.lastError),
        or(isNotNull(table.failedAt), gt(table.nextAttemptAt, leaseEnd)),
      ),
    )
    .returning({ id: table.id });
  return retried.length;
}
