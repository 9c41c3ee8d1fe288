import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMail } from '#domain/accounts/emails/create-mail.ts';
import { createFolderMailer } from './mail-folder.ts';

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
  const [name = ''] = await readdir(path.join(folder, 'mail'));
  const file = path.join(folder, 'mail', name);
  expect(await readFile(file, 'utf8')).toBe(
    'To: ada@example.test\nSubject: Hello\n\nThe secret link\n',
  );
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(log.lines).toMatchObject([{ level: 'info', details: { file } }]);
  expect(JSON.stringify(log.lines)).not.toContain('secret link');
});

test('a folder that cannot be written is an error, so that the mail is tried again', async () => {
  await writeFile(path.join(folder, 'taken'), '');
  const mailer = createFolderMailer(path.join(folder, 'taken'), createLog());
  await expect(mailer.send(mail)).rejects.toThrow();
});
