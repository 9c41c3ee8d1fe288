import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { adminLog, sessions } from '#database/schema.ts';
import { createMail } from '#domain/accounts/emails/create-mail.ts';
import { noServerOperations } from '#domain/system/no-server-operations.ts';
import { createFolderMailer, createMailFolder } from '#integrations/disk/mail-folder.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { createSignedInVisitor } from '#test/fixtures/sign-in.ts';
import { createWeb } from '#test/fixtures/web-application.ts';

const database = useDatabase();
const page = '/admin/system/mails';
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'guildhall-mails-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const readLog = (id: string) =>
  database.db
    .select({ act: adminLog.act, subject: adminLog.subject })
    .from(adminLog)
    .where(eq(adminLog.accountId, id));

it('mails that are files are listed, and opened only with a fresh proof, which is logged', async () => {
  const { log } = createTestCtx(database.db);
  const site = { origin: 'https://guild.example', name: 'Guild', accent: { light: '', dark: '' } };
  const url = 'https://guild.example/r?token=abc';
  await createFolderMailer(folder, log).send(
    createMail(site, {
      to: 'ada@example.test',
      subject: 'Reset your <password>',
      blocks: [{ text: 'Open this:', links: [{ label: 'Reset', url }] }],
    }),
  );
  await writeFile(path.join(folder, 'notes.txt'), 'private');
  const operations = { ...noServerOperations, writtenMails: createMailFolder(folder) };
  const { id } = await createPlayer(database.db, { role: 'admin' });
  const admin = await createSignedInVisitor(createWeb(database.db, { operations }), id);

  const list = await (await admin.get(page)).text();
  expect(list).toContain('Reset your &lt;password&gt;');
  expect(list).not.toContain('token=abc');
  const [name = ''] = /\d{4}-\d\d-\d\dT[^"/]+/.exec(list) ?? [];
  const mail = await (await admin.get(`${page}/${name}`)).text();
  expect(mail).toContain(url);
  expect(mail).toMatch(/<iframe sandbox="" src="[^"]+\/html"/);
  const frame = await admin.get(`${page}/${name}/html`);
  expect(frame.headers.get('Content-Security-Policy')).toMatch(/default-src 'none'.*; sandbox$/);
  expect(await frame.text()).toContain(`href="${url}"`);
  expect(await readLog(id)).toEqual([{ act: 'read-mail', subject: name }]);
  for (const other of ['notes', `..%2F${path.basename(folder)}%2F${name}`, '%00']) {
    expect((await admin.get(`${page}/${other}`)).status).toBe(404);
  }

  await database.db.update(sessions).set({ provenAt: null }).where(eq(sessions.userId, id));
  for (const path of [`${page}/${name}`, `${page}/${name}/html`]) {
    const unproven = await admin.get(path);
    expect(unproven.headers.get('Location')).toContain('/settings/proof?next=');
  }
  expect(await readLog(id)).toHaveLength(1);
});
