import { createTransport } from 'nodemailer';
import type { Mailer } from '#domain/accounts/emails/mailer.ts';
import type { Log } from '#domain/context-parts.ts';

/**
 * Sends mails through the server `url`. `send` does not wait: the duration must not show a stranger
 * whether an email address has an account.
 */
export function createSmtpMailer(url: string, log: Log): Mailer {
  const transport = createTransport(url);
  const from = `Guildhall <no-reply@${new URL(url).hostname}>`;
  return {
    canDeliver: true,
    async send({ to, subject, text }) {
      transport
        .sendMail({ from, to, subject, text })
        .catch((error: unknown) => log.error({ err: error }, 'mail could not be sent'));
    },
  };
}
