import { isIP } from 'node:net';
import { describeForeignSender } from '#domain/accounts/emails/mail-sender.ts';
import type { MailSender } from '#domain/accounts/emails/mailer.ts';
import { checkEmail } from '#shared/schemas/accounts/account-fields.ts';
import { optional } from './setting-types.ts';

/** An email address without a name: the name in mails is that of the site. */
export const mailAddress = optional.superRefine((value, issues) => {
  if (value === undefined || checkEmail(value) === null) return;
  issues.addIssue({
    code: 'custom',
    message: 'must be an email address without a name, such as no-reply@guild.example',
  });
});

interface Settings {
  SMTP_URL?: string | undefined;
  ORIGIN?: string | undefined;
  MAIL_FROM?: string | undefined;
  MAIL_REPLY_TO?: string | undefined;
}

/**
 * Who mails come from; null without a mail server. Hosted mail services refuse addresses of domains that they do not
 * know, so the address is of the site's domain. The host of a request is never used: its sender chooses it.
 */
export function chooseMailSender({
  SMTP_URL,
  ORIGIN,
  MAIL_FROM,
  MAIL_REPLY_TO,
}: Settings): MailSender | null {
  if (!SMTP_URL) return null;
  const replyTo = MAIL_REPLY_TO ?? null;
  const site = ORIGIN ? new URL(ORIGIN).hostname : '';
  if (MAIL_FROM) {
    const problem = describeForeignSender({ name: 'MAIL_FROM', address: MAIL_FROM, host: site });
    return { address: MAIL_FROM, replyTo, problem };
  }
  if (isDomain(site)) return { address: `no-reply@${site}`, replyTo, problem: null };
  const address = `no-reply@${new URL(SMTP_URL).hostname}`;
  return {
    address,
    replyTo,
    problem: `Mails come from ${address}, because ORIGIN has no domain. Set MAIL_FROM to an address that the mail server accepts.`,
  };
}

/** Whether the host can be in an email address that other servers reply to. */
function isDomain(host: string): boolean {
  return host.includes('.') && !host.startsWith('[') && isIP(host) === 0;
}
