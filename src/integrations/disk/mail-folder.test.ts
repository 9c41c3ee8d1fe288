import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMail } from '#domain/accounts/emails/create-mail.ts';
import { createFolderMailer, createMailFolder } from './mail-folder.ts';

const mail = createMail(
  { origin: 'https://guild.example', name: 'Guild', accent: { light: '', dark: '' } },
  { to: 'ada@example.test', subject: 'Hello', blocks: ['The secret link'] },
);
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'guildhall-mail-'));
});
afterAll(() => rm(folder, { recursive: true }));

function createLog() {
  const lines: { level: string; details: object; message: string }[] = [];
  const at = (level: string) => (details: object, message: string) => {
    lines.push({ level, details, message });
  };
  return { lines, info: at('info'), warn: at('warn'), error: at('error') };
}

test('a mail becomes a file that only its owner can read, and the log has its path', async () => {
  const log = createLog();
  const mailer = createFolderMailer(path.join(folder, 'mail'), log);
  await mailer.send(mail);
  const name = (await readdir(path.join(folder, 'mail'))).find((one) => one.endsWith('.txt')) ?? '';
  const file = path.join(folder, 'mail', name);
  expect(await readFile(file, 'utf8')).toBe(
    'To: ada@example.test\nSubject: Hello\n\nThe secret link\n',
  );
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(log.lines).toMatchObject([{ level: 'info', details: { file } }]);
  expect(JSON.stringify(log.lines)).not.toContain('secret link');
});

test('the newest mails are kept, each with its HTML', async () => {
  const place = path.join(folder, 'few');
  const mailer = createFolderMailer(place, createLog(), { storedMax: 2 });
  for (let sent = 0; sent < 4; sent += 1) await mailer.send(mail);
  expect(await readdir(place)).toHaveLength(4);
  const { mails, total } = await createMailFolder(place).list({ offset: 1, limit: 20 });
  expect([mails.length, total]).toEqual([1, 2]);
  const opened = await createMailFolder(place).open(mails[0]?.name ?? '');
  expect(opened).toMatchObject({
    to: 'ada@example.test',
    subject: 'Hello',
    text: 'The secret link',
  });
  expect(opened?.html).toContain('The secret link');
});

test('a folder that cannot be written is an error, so that the mail is tried again', async () => {
  await writeFile(path.join(folder, 'taken'), '');
  const mailer = createFolderMailer(path.join(folder, 'taken'), createLog());
  await expect(mailer.send(mail)).rejects.toThrow();
});
