import { createTransport } from 'nodemailer';
import type { Mailer, MailSender } from '#domain/accounts/emails/mailer.ts';
import { MailNotSentError } from '#shared/errors/mail-not-sent-error.ts';
import { describeMailFailure } from './describe-mail-failure.ts';
import { renderMail } from './render-mail.ts';

/** In all less than the time of one attempt, after which another node may send the mail. */
const timeouts = {
  dnsTimeout: 5_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
};

/** Sends mails through the server `url`, from `sender` unless the site of a mail has another one. */
export function createSmtpMailer(url: string, sender: MailSender): Mailer {
  const transport = createTransport({ url, ...timeouts });
  return {
    canDeliver: true,
    sender,
    async check() {
      await transport.verify().catch(throwInWords);
    },
    async send(mail) {
      const { site, to, subject, text, unsubscribeUrl } = mail;
      const { address, replyTo } = site.sender ?? sender;
      const headers = unsubscribeUrl ? createUnsubscribeHeaders(unsubscribeUrl) : {};
      const message = {
        from: { name: site.name, address },
        ...(replyTo !== null && { replyTo }),
        to,
        subject,
        text,
        html: renderMail(mail),
        headers,
      };
      await transport.sendMail(message).catch(throwInWords);
    },
  };
}

function throwInWords(error: unknown): never {
  throw new MailNotSentError(describeMailFailure(error), { cause: error });
}

/** Mail programs send one POST to the URL (RFC 8058), which must be https. */
function createUnsubscribeHeaders(url: string): Record<string, string> {
  if (!url.startsWith('https:')) return {};
  return {
    'List-Unsubscribe': `<${url}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}
