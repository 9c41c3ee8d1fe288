import path from 'node:path';
import pLimit from 'p-limit';
import type { Mailer } from '#domain/accounts/emails/mailer.ts';
import type { MailService } from '#domain/system/server-operations.ts';
import { readMailServer } from '#domain/system/services/mail-service.ts';
import { createFolderMailer } from '#integrations/disk/mail-folder.ts';
import { MailNotSentError } from '#shared/errors/mail-not-sent-error.ts';
import type { Config } from '../config/config.ts';
import { chooseMailSender } from '../config/mail-sender.ts';
import type { Services } from './services.ts';

type MailCtx = Pick<Services, 'config' | 'db' | 'log' | 'encryption'>;

/** The mailer of the configuration; without a mail server there, that of the server which admins set on a page. */
export async function openMailer(ctx: MailCtx & { isFirstOfInstance: boolean }): Promise<Mailer> {
  const { config, log, isFirstOfInstance } = ctx;
  const sender = chooseMailSender(config);
  if (sender?.problem && isFirstOfInstance) log.warn({}, sender.problem);
  if (config.SMTP_URL && sender) {
    const { createSmtpMailer } = await loadSmtp();
    return createSmtpMailer(config.SMTP_URL, sender);
  }
  const mailer = createChangeableMailer(ctx);
  await mailer.refresh();
  return mailer;
}

/** What a page of admins needs to know of the configuration, and does with a server before it is saved. */
export function openMailService(config: Config): MailService {
  return {
    isInEnvironment: config.SMTP_URL !== undefined,
    needsOrigin: config.ORIGIN === undefined,
    async test(server) {
      const { createSmtpMailer } = await loadSmtp();
      await createSmtpMailer(server, senderOf(config, server)).check?.();
    },
  };
}

/** Loaded when it is needed, because it takes 6 MB. */
const loadSmtp = () => import('#integrations/smtp/mailer.ts');

/** The server of the database can be another one after each `refresh`; without one, mails are files. */
function createChangeableMailer(ctx: MailCtx) {
  const { config, log } = ctx;
  const files = createFolderMailer(path.join(config.DATA_DIR, 'mail'), log);
  let current: Mailer = files;
  let saved = '';
  /** One after the other, so that an earlier read does not replace what a later one found. */
  const inTurn = pLimit(1);
  async function readAgain(): Promise<void> {
    const server = await readMailServer(ctx);
    const now = JSON.stringify(server);
    if (now === saved) return;
    current = server === null ? files : await createMailer(config, server);
    saved = now;
  }

  return {
    get canDeliver() {
      return current.canDeliver;
    },
    get sender() {
      return current.sender;
    },
    get check() {
      return current.check;
    },
    send: (mail) => current.send(mail),
    refresh() {
      return inTurn(readAgain);
    },
  } satisfies Mailer & { refresh(): Promise<void> };
}

type StoredServer = NonNullable<Awaited<ReturnType<typeof readMailServer>>>;

async function createMailer(config: Config, server: StoredServer): Promise<Mailer> {
  const { password } = server;
  const sender = senderOf(config, server);
  if (password !== null) {
    const { createSmtpMailer } = await loadSmtp();
    return createSmtpMailer({ ...server, password }, sender);
  }
  // Mails wait, and no email counts as confirmed, until the key is back or the password is typed again.
  const fail = async () => {
    throw new MailNotSentError('The password of the mail server cannot be decrypted.');
  };
  return { canDeliver: true, sender, check: fail, send: fail };
}

function senderOf(config: Config, { host, port }: { host: string; port: number }) {
  const name = host.includes(':') ? `[${host}]` : host;
  const sender = chooseMailSender({ ...config, SMTP_URL: `smtp://${name}:${port}` });
  if (!sender) throw new Error('A mail server has a sender.');
  return sender;
}
