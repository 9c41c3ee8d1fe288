import { emailRequests, notificationMails, requestedEmails } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { retryMails } from '../accounts/emails/mail-queue.ts';
import { requireAdmin } from '../permissions/require-moderator.ts';
import { appendToAdminLog } from '../site/append-to-admin-log.ts';

/**
 * Lets the mails that the mail server refused be sent again at once, also those that were given up, for example
 * after the settings of the server were mended. Returns how many.
 * @throws AppError `login-required`, `admins-only`, `rate-limited`.
 */
export async function retryRefusedMails(ctx: Ctx): Promise<number> {
  const { id } = requireAdmin(ctx);
  await ctx.rateLimiter.take('system-acts-by-account', id);
  return ctx.db.transaction(async (tx) => {
    let mails = 0;
    for (const table of [requestedEmails, emailRequests, notificationMails])
      mails += await retryMails({ db: tx, clock: ctx.clock }, table);
    await appendToAdminLog(tx, {
      accountId: id,
      act: 'retry-mails',
      subject: 'mail',
      details: { mails },
      at: ctx.clock.now(),
    });
    return mails;
  });
}
