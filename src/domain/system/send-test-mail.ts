import { eq } from 'drizzle-orm';
import { users } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { createMail } from '../accounts/emails/create-mail.ts';
import type { MailBlock, MailSender } from '../accounts/emails/mailer.ts';
import { readMailSite } from '../accounts/emails/read-mail-site.ts';
import { requireAdmin } from '../permissions/require-moderator.ts';
import { appendToAdminLog } from '../site/append-to-admin-log.ts';
import { describeFailure } from './check-services.ts';

/**
 * Sends a mail to the actor's own address at once, past the queue of mails. Returns both addresses, the error of
 * the mail server (null if it took the mail), and whether the mail is only a file because there is no mail server.
 * @throws AppError `login-required`, `admins-only`, `rate-limited`.
 */
export async function sendTestMail(ctx: Ctx): Promise<{
  to: string;
  /** Null without a mail server. */
  from: string | null;
  error: string | null;
  isFile: boolean;
}> {
  const { id } = requireAdmin(ctx);
  await ctx.rateLimiter.take('system-acts-by-account', id);
  const [account] = await ctx.db.select({ to: users.email }).from(users).where(eq(users.id, id));
  const to = account?.to ?? '';
  const site = await readMailSite(ctx);
  const mail = createMail(site, {
    to,
    subject: `Test of the mails of ${site.name}`,
    blocks: [
      `This mail was sent from ${site.origin}/admin/system. The mails of ${site.name} arrive.`,
      ...explainRecords(site.sender),
    ],
  });
  const error = await ctx.accounts.mailer.send(mail).then(() => null, describeFailure);
  await appendToAdminLog(ctx.db, {
    accountId: id,
    act: 'send-test-mail',
    subject: 'mail',
    details: { error },
    at: ctx.clock.now(),
  });
  return { to, from: site.sender?.address ?? null, error, isFile: !ctx.accounts.mailer.canDeliver };
}

/** What the owner of the sender's domain needs so that other servers do not refuse its mails. */
function explainRecords(sender: Pick<MailSender, 'address'> | undefined): MailBlock[] {
  if (!sender) return [];
  const domain = sender.address.slice(sender.address.lastIndexOf('@') + 1);
  return [
    `Mail servers refuse mails of ${domain}, or take them for spam, unless its DNS has three records:`,
    {
      list: [
        `SPF: a TXT record of ${domain} that names the servers that may send for it, such as "v=spf1 include:mail-service.example -all". Your mail service says what to include.`,
        `DKIM: the TXT record with the key that your mail service shows for ${domain}. Signing is switched on there too.`,
        `DMARC: a TXT record of _dmarc.${domain}, at first "v=DMARC1; p=none", later with "p=quarantine".`,
      ],
    },
    'The line Authentication-Results in the source of this mail says which of them passed.',
  ];
}
