import { createTransport } from 'nodemailer';
import type { Mailer, MailSender } from '#domain/accounts/emails/mailer.ts';
import type { MailSecurity } from '#shared/constants/server/services.ts';
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

/** A mail server that is not an URL. Without a username there is no login. */
export interface SmtpServer {
  host: string;
  port: number;
  /** `tls` from the first byte, `starttls` before the login, or whatever the server offers. */
  security: MailSecurity;
  username: string;
  password: string;
}

/** Sends mails through the server, from `sender` unless the site of a mail has another one. */
export function createSmtpMailer(server: string | SmtpServer, sender: MailSender): Mailer {
  const transport = createTransport({ ...readServer(server), ...timeouts });
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

function readServer(server: string | SmtpServer) {
  if (typeof server === 'string') return { url: server };
  const { host, port, security, username: user, password: pass } = server;
  return {
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ...(user !== '' && { auth: { user, pass } }),
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
