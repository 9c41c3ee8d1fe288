import { eq } from 'drizzle-orm';
import pino from 'pino';
import { expect, inject, test, vi } from 'vitest';
import { adminLog, serviceSettings, sessions } from '#database/schema.ts';
import { createMail } from '#domain/accounts/emails/create-mail.ts';
import { createEncryption } from '#domain/secrets/encryption.ts';
import { createServices } from '#server/bootstrap/create-services.ts';
import { openMailer, openMailService } from '#server/bootstrap/open-mailer.ts';
import { readConfig } from '#server/config/config.ts';
import { timeLimits } from '#test/config/time-limits.ts';
import { startSmtpServer } from '#test/fakes/smtp-server.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer } from '#test/fixtures/factories.ts';
import { createSignedInVisitor } from '#test/fixtures/sign-in.ts';
import { createWeb, textOf } from '#test/fixtures/web-application.ts';
import { noServerOperations } from '../no-server-operations.ts';
import { encryptServicesAgain, readStoredService } from './stored-service.ts';

const database = useDatabase();
const page = '/admin/services';
const origin = { ORIGIN: 'https://guild.example' };

async function createAdmin(environment: Record<string, string> = origin) {
  await database.db.delete(serviceSettings);
  const config = readConfig({ ...environment, DATA_DIR: '/nonexistent' });
  const operations = { ...noServerOperations, mailService: openMailService(config) };
  const web = createWeb(database.db, { operations });
  const log = pino({ level: 'silent' });
  web.ctx.accounts.mailer = await openMailer({
    ...{ config, db: database.db, log, encryption: web.ctx.encryption },
    isFirstOfInstance: true,
  });
  const { id } = await createPlayer(database.db, { role: 'admin' });
  return { id, ctx: web.ctx, admin: await createSignedInVisitor(web, id) };
}

const serverOf = (url: string, more: Record<string, string> = {}) => ({
  host: new URL(url).hostname,
  port: new URL(url).port,
  security: 'if-offered',
  username: '',
  password: '',
  ...more,
});

const readLog = (id: string) =>
  database.db
    .select({ act: adminLog.act, details: adminLog.details })
    .from(adminLog)
    .where(eq(adminLog.accountId, id));

test('mails go through a saved server at once, and become files again without it', async () => {
  const smtp = await startSmtpServer();
  try {
    const { id, ctx, admin } = await createAdmin();
    expect(ctx.accounts.mailer.canDeliver).toBe(false);
    const tested = await admin.post(page, { intent: 'test-mail', ...serverOf(smtp.url) });
    expect(await textOf(tested)).toContain('Nothing is saved.');
    expect(ctx.accounts.mailer.canDeliver).toBe(false);
    await admin.post(page, { intent: 'mail', ...serverOf(smtp.url) });
    expect(ctx.accounts.mailer.canDeliver).toBe(true);
    const received = smtp.nextMail();
    const site = { origin: origin.ORIGIN, name: 'Guild', accent: { light: '', dark: '' } };
    await ctx.accounts.mailer.send(
      createMail(site, { to: 'ada@example.test', subject: 'Hello', blocks: ['Text'] }),
    );
    expect(await received).toContain('From: Guild <no-reply@guild.example>');
    await admin.post(page, { intent: 'remove-mail' });
    expect(ctx.accounts.mailer.canDeliver).toBe(false);
    const logged = JSON.stringify(await readLog(id));
    expect((await readLog(id)).map(({ act }) => act)).toEqual([
      'test-service',
      'change-service',
      'change-service',
    ]);
    expect(logged).not.toContain('127.0.0.1');
  } finally {
    await smtp.stop();
  }
});

test('the password is stored encrypted, shown nowhere, and never sent to another server', async () => {
  const { admin, ctx } = await createAdmin();
  const test = vi.fn(async () => undefined);
  ctx.operations.mailService = { ...ctx.operations.mailService, test };
  const login = { host: 'a.example', port: '587', security: 'starttls', username: 'me' };
  const send = async (intent: string, more: object) =>
    textOf(await admin.post(page, { intent, ...login, password: '', ...more }));
  expect(await send('mail', {})).toContain('Type the password of this username.');
  expect(await send('mail', { password: 'hunter2 secret' })).toContain('Saved.');
  expect(await (await admin.get(page)).text()).not.toContain('hunter2');
  expect(JSON.stringify(await database.db.select().from(serviceSettings))).not.toContain('hunter2');

  for (const change of [
    { host: 'evil.example' },
    { port: '25' },
    { security: 'if-offered' },
    { username: 'you' },
  ]) {
    for (const intent of ['mail', 'test-mail']) {
      expect(await send(intent, change)).toContain('Type the password again.');
    }
  }
  expect(test).not.toHaveBeenCalled();
  await send('test-mail', {});
  expect(test).toHaveBeenCalledWith({ ...login, port: 587, password: 'hunter2 secret' });
  // Not even a changed row of the database leads it elsewhere.
  await database.db
    .update(serviceSettings)
    .set({ settings: { ...login, port: 587, host: 'evil.example' } });
  await expect(readStoredService(ctx, 'mail')).rejects.toThrow();
});

test('mails wait while the key of the password is missing, and it is encrypted again with a newer one', async () => {
  const { admin, ctx } = await createAdmin();
  const login = { host: 'a.example', port: '587', security: 'starttls', username: 'me' };
  await admin.post(page, { intent: 'mail', ...login, password: 'hunter2' });
  const newer = 'b'.repeat(32);
  const other = createEncryption([newer]);
  const config = readConfig({ ...origin, DATA_DIR: '/nonexistent' });
  const log = pino({ level: 'silent' });
  const base = { config, db: database.db, log, isFirstOfInstance: true };
  const mailer = await openMailer({ ...base, encryption: other });
  expect(mailer.canDeliver).toBe(true);
  await expect(mailer.check?.()).rejects.toThrow('cannot be decrypted');
  expect(await encryptServicesAgain({ db: database.db, encryption: other })).toEqual({
    done: 0,
    unreadable: 1,
  });
  const both = createEncryption([newer, 'test-secret-test-secret-test-secret']);
  const again = await encryptServicesAgain({ db: database.db, encryption: both });
  expect(again).toEqual({ done: 1, unreadable: 0 });
  const read = await readStoredService({ db: database.db, encryption: other }, 'mail');
  expect(read?.secret).toBe('hunter2');
  expect((await readStoredService(ctx, 'mail'))?.secret).toBe(null);
});

test('the environment wins, and a site without a public address has no mail server', async () => {
  const smtp = { host: 'a.example', port: '587', security: 'tls', username: '', password: '' };
  const given = await createAdmin({ ...origin, SMTP_URL: 'smtp://b.example' });
  expect(await textOf(await given.admin.get(page))).toContain('(SMTP_URL), which wins');
  expect((await given.admin.post(page, { intent: 'mail', ...smtp })).status).toBe(409);
  const local = await createAdmin({});
  expect(await textOf(await local.admin.get(page))).toContain('Set ORIGIN');
  expect((await local.admin.post(page, { intent: 'mail', ...smtp })).status).toBe(409);
  expect(await database.db.select().from(serviceSettings)).toEqual([]);
});

test('only an admin with a fresh proof sets or tests it', async () => {
  const smtp = { host: 'a.example', port: '587', security: 'tls', username: '', password: '' };
  const { id, admin } = await createAdmin();
  await database.db.update(sessions).set({ provenAt: null }).where(eq(sessions.userId, id));
  for (const intent of ['mail', 'test-mail', 'remove-mail']) {
    await admin.post(page, { intent, ...smtp });
  }
  expect(await database.db.select().from(serviceSettings)).toEqual([]);
  expect(await readLog(id)).toEqual([]);
});

test('a saved server holds on the other nodes', async () => {
  await database.db.delete(serviceSettings);
  const log = pino({ level: 'silent' });
  const config = readConfig({ ...origin, GUILDHALL_SECRET: 'a'.repeat(32), DATA_DIR: '/tmp/none' });
  const nodes = {
    direct: { ...inject('postgres'), database: database.name },
    servesRequests: true,
  };
  const start = () =>
    createServices(config, database.db, log, { banner: null, shareImage: null }, nodes);
  const [a, b] = [await start(), await start()];
  try {
    const { id } = await createPlayer(database.db, { role: 'admin' });
    const web = createWeb(database.db, {
      ...{ operations: a.operations, encryption: a.encryption, events: a.events },
    });
    web.ctx.accounts.mailer = a.accounts.mailer;
    const admin = await createSignedInVisitor(web, id);
    const smtp = { host: 'a.example', port: '587', security: 'tls', username: '', password: '' };
    await admin.post(page, { intent: 'mail', ...smtp });
    expect(a.accounts.mailer.canDeliver).toBe(true);
    await expect
      .poll(() => b.accounts.mailer.canDeliver, { timeout: timeLimits.atOnce })
      .toBe(true);
  } finally {
    await Promise.all([a.events.stop(), b.events.stop()]);
    await database.db.delete(serviceSettings);
  }
});
