import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Mailer } from '#domain/accounts/emails/mailer.ts';
import type { Log } from '#domain/base-context.ts';
import type { WrittenMail, WrittenMails } from '#domain/system/server-operations.ts';
import { writtenMailConstants } from '#shared/constants/server/written-mails.ts';

/** Writes mails as files into `folder`, for an operator without a mail server. The newest are kept. */
export function createFolderMailer(
  folder: string,
  log: Log,
  { storedMax }: { storedMax: number } = writtenMailConstants,
): Mailer {
  return {
    canDeliver: false,
    async send(mail) {
      const { to, subject, text } = mail;
      const at = new Date().toISOString().replaceAll(':', '-');
      const file = path.join(folder, `${at}-${randomUUID().slice(0, 8)}`);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // Loaded at the first mail, because it takes some MB.
      const { renderMail } = await import('../smtp/render-mail.ts');
      await writeFile(`${file}.html`, renderMail(mail), { mode: 0o600 });
      await writeFile(`${file}.txt`, `To: ${to}\nSubject: ${subject}\n\n${text}\n`, {
        mode: 0o600,
      });
      log.info({ file: `${file}.txt` }, 'mail written to a file, because SMTP_URL is not set');
      for (const old of (await listNames(folder)).slice(storedMax)) {
        for (const end of ['.txt', '.html'])
          await rm(path.join(folder, old + end), { force: true });
      }
    },
  };
}

/** Reads the mails that `createFolderMailer` wrote into `folder`. */
export function createMailFolder(folder: string): WrittenMails {
  return {
    async list({ offset, limit }) {
      const names = await listNames(folder);
      const mails = await Promise.all(
        names.slice(offset, offset + limit).map((name) => readHead(folder, name)),
      );
      return { mails: mails.filter((mail) => mail !== null), total: names.length };
    },
    async open(name) {
      if (!namePattern.test(name)) return null;
      const read = (end: string) => readFile(path.join(folder, name + end), 'utf8').catch(toNull);
      const [text, html] = await Promise.all([read('.txt'), read('.html')]);
      if (text === null) return null;
      const start = text.indexOf('\n\n');
      return { ...parseHead(name, text), text: text.slice(start + 2).trimEnd(), html };
    },
  };
}

const namePattern = /^(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d\.\d{3}Z)-[0-9a-f]{8}$/;

/** Addresses and subjects of mails are shorter. */
const headBytes = 2_000;

/** The names of all mails, without their ends, the newest first. Other files are left out. */
async function listNames(folder: string): Promise<string[]> {
  const files = (await readdir(folder).catch(toNull)) ?? [];
  return files
    .filter((file) => file.endsWith('.txt'))
    .map((file) => file.slice(0, -'.txt'.length))
    .filter((name) => namePattern.test(name))
    .sort()
    .reverse();
}

/** Null if another process has deleted it meanwhile. */
async function readHead(folder: string, name: string): Promise<WrittenMail | null> {
  const file = await open(path.join(folder, `${name}.txt`)).catch(toNull);
  if (!file) return null;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return parseHead(name, buffer.toString('utf8', 0, bytesRead));
  } finally {
    await file.close();
  }
}

function parseHead(name: string, text: string): WrittenMail {
  const [to = '', subject = ''] = text.split('\n', 2);
  return {
    name,
    at: new Date(name.replace(namePattern, '$1$2:$3:$4')),
    to: to.replace(/^To: /, ''),
    subject: subject.replace(/^Subject: /, ''),
  };
}

/** A missing file or folder is null. */
function toNull(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
  throw error;
}
