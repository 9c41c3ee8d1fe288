import { emailRequests, requestedEmails } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { emailRequestConstants } from '#shared/constants/accounts/requested-emails.ts';
import { createRequestedEmail } from './create-requested-email.ts';
import { claimMails, sendClaimedMail } from './mail-queue.ts';
import { readMailSite } from './read-mail-site.ts';

type EmailCtx = Pick<Ctx, 'db' | 'clock' | 'accounts' | 'site' | 'readCache' | 'log'>;

type RequestTable = typeof requestedEmails | typeof emailRequests;
type EmailRequest = typeof requestedEmails.$inferSelect;

/**
 * Sends the requested emails to those email addresses that have an account, see `sendClaimedMail`.
 */
export async function sendRequestedEmails(ctx: EmailCtx): Promise<void> {
  await sendAll(ctx, emailRequests);
  await sendAll(ctx, requestedEmails);
}

async function sendAll(ctx: EmailCtx, table: RequestTable): Promise<void> {
  for (;;) {
    const claimed = await claimMails(ctx, table, table.id);
    if (claimed.length === 0) return;
    // In the order of the requests for each email address, because only the newest link works.
    claimed.sort((one, other) => one.id.localeCompare(other.id));
    const groups = Map.groupBy(claimed, ({ email }) => email.toLowerCase());
    await Promise.all([...groups.values()].map((group) => sendInOrder(ctx, table, group)));
  }
}

async function sendInOrder(
  ctx: EmailCtx,
  table: RequestTable,
  requests: readonly EmailRequest[],
): Promise<void> {
  for (const request of requests) {
    // Too late for the lease: another run sends it.
    const endMs = request.nextAttemptAt.getTime() - emailRequestConstants.attemptMs;
    if (ctx.clock.now().getTime() > endMs) return;
    await sendClaimedMail(ctx, table, request, async () => {
      const site = await readMailSite(ctx);
      const mail = await createRequestedEmail(ctx, site, request);
      if (mail) await ctx.accounts.mailer.send(mail);
    });
  }
}
