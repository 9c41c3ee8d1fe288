import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Mailer } from '#domain/accounts/emails/mailer.ts';
import type { Log } from '#domain/base-context.ts';

/** Writes mails as files into `folder`, for an operator without a mail server. */
export function createFolderMailer(folder: string, log: Log): Mailer {
  return {
    canDeliver: false,
    async send({ to, subject, text }) {
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.txt`;
      const file = path.join(folder, name);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(file, `To: ${to}\nSubject: ${subject}\n\n${text}\n`, { mode: 0o600 });
      log.info({ file }, 'mail written to a file, because SMTP_URL is not set');
    },
  };
}
