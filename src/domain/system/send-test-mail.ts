import { eq } from 'drizzle-orm';
import { users } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { readMailSite } from '../accounts/emails/read-mail-site.ts';
import { requireAdmin } from '../permissions/require-moderator.ts';
import { appendToAdminLog } from '../site/append-to-admin-log.ts';
import { describeFailure } from './check-services.ts';

/**
 * Sends a mail to the actor's own address at once, past the queue of mails. Returns the address, the error of
 * the mail server (null if it took the mail), and whether the mail is only a file because there is no mail server.
 * @throws AppError `login-required`, `admins-only`, `rate-limited`.
 */
export async function sendTestMail(ctx: Ctx): Promise<{
  to: string;
  error: string | null;
  isFile: boolean;
}> {
  const { id } = requireAdmin(ctx);
  await ctx.rateLimiter.take('system-acts-by-account', id);
  const [account] = await ctx.db.select({ to: users.email }).from(users).where(eq(users.id, id));
  const to = account?.to ?? '';
  const { name, origin } = await readMailSite(ctx);
  const mail = {
    to,
    from: name,
    subject: `Test of the mails of ${name}`,
    text: `This mail was sent from ${origin}/admin/system. The mails of ${name} arrive.`,
  };
  const error = await ctx.accounts.mailer.send(mail).then(
    () => null,
    (failure: unknown) => describeFailure(failure),
  );
  await appendToAdminLog(ctx.db, {
    accountId: id,
    act: 'send-test-mail',
    subject: 'mail',
    details: { error },
    at: ctx.clock.now(),
  });
  return { to, error, isFile: !ctx.accounts.mailer.canDeliver };
}
