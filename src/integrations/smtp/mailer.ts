import { createTransport } from 'nodemailer';
import type { Mailer } from '#domain/accounts/emails/mailer.ts';

/** In all less than the time of one attempt, after which another node may send the mail. */
const timeouts = {
  dnsTimeout: 5_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
};

/** Sends mails through the server `url`. */
export function createSmtpMailer(url: string): Mailer {
  const transport = createTransport({ url, ...timeouts });
  const from = `Guildhall <no-reply@${new URL(url).hostname}>`;
  return {
    canDeliver: true,
    async send({ to, subject, text }) {
      await transport.sendMail({ from, to, subject, text });
    },
  };
}
