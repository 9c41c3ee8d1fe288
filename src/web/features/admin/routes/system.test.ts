import { eq, isNull, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { adminLog, gameKeys, requestedEmails, totpFactors } from '#database/schema.ts';
import { noServerOperations } from '#domain/system/no-server-operations.ts';
import type { ServerOperations, ServiceName } from '#domain/system/server-operations.ts';
import { createJobMonitor } from '#integrations/pg-boss/job-monitor.ts';
import { createJobScheduler } from '#integrations/pg-boss/job-scheduler.ts';
import { catalogEditor } from '#shared/constants/accounts/roles.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { createEditorCtx, createGameOfSite } from '#test/fixtures/own-sets.ts';
import { createSignedInVisitor } from '#test/fixtures/sign-in.ts';
import { createWeb, textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase();
const page = '/admin/system';
async function createAdmin(operations: Partial<ServerOperations> = {}) {
  const web = createWeb(database.db, { operations: { ...noServerOperations, ...operations } });
  const { id } = await createPlayer(database.db, { role: 'admin' });
  return { id, ctx: web.ctx, admin: await createSignedInVisitor(web, id) };
}

const readLog = (id: string) =>
  database.db
    .select({ act: adminLog.act, subject: adminLog.subject })
    .from(adminLog)
    .where(eq(adminLog.accountId, id));

describe('the state of the system', () => {
  it('shows versions, disk and what could not be read', async () => {
    const { admin } = await createAdmin({
      version: '9.8.7',
      readDisk: async () => ({ free: 52_300_000_000, total: 80_000_000_000 }),
      jobs: {
        ...noServerOperations.jobs,
        list: async () => {
          throw new Error('no such schema');
        },
      },
    });
    const text = await textOf(await admin.get(page));
    expect(text).toContain('Guildhall 9.8.7');
    expect(text).toContain('52.30 GB of 80.00 GB');
    expect(text).toContain('The jobs could not be read.');
    expect(text).not.toContain('no such schema');
    expect(text).not.toContain('Keep a Changelog');
    expect(await textOf(await admin.get(`${page}?show=changes`))).toMatch(/Added .+ /);
  });

  it('says of each outside service whether it works', async () => {
    const { admin } = await createAdmin({
      services: new Map<ServiceName, (() => Promise<void>) | null>([
        ['mail', async () => undefined],
        [
          'redis',
          async () => {
            throw new Error('connect ECONNREFUSED 192.0.2.7\n at secret stack');
          },
        ],
        ['files', null],
      ]),
    });
    expect(await textOf(await admin.get(page))).not.toContain('Works');
    const text = await textOf(await admin.post(page, { intent: 'check' }));
    expect(text).toContain('Mail server Works');
    expect(text).toContain('Redis connect ECONNREFUSED 192.0.2.7');
    expect(text).toContain('Storage of files Configured');
    expect(text).not.toContain('secret stack');
  });

  it('sends a test mail to the admin, and says when that failed', async () => {
    const { id, ctx, admin } = await createAdmin();
    const asFile = await textOf(await admin.post(page, { intent: 'mail' }));
    expect(asFile).toContain('is only a file on the server.');
    expect(asFile).not.toContain('took the mail');
    const sender = {
      address: 'no-reply@elsewhere.example',
      replyTo: 'help@guild.example',
      problem: 'MAIL_FROM is an address of elsewhere.example.',
    };
    ctx.accounts.mailer = { ...ctx.accounts.mailer, canDeliver: true, sender };
    const sent = await textOf(await admin.post(page, { intent: 'mail' }));
    expect(sent).toMatch(/took the mail to \S+ from no-reply@elsewhere\.example\./);
    expect(sent).toContain('From no-reply@elsewhere.example Answers to help@guild.example');
    expect(sent).toContain(sender.problem);
    expect(ctx.mails).toHaveLength(2);
    expect(ctx.mails[0]?.subject).toMatch(/^Test of the mails of /);
    ctx.accounts.mailer.send = async () => {
      throw new Error('550 Mailbox unavailable');
    };
    const failed = await textOf(await admin.post(page, { intent: 'mail' }));
    expect(failed).toContain('550 Mailbox unavailable');
    expect((await readLog(id)).map(({ act }) => act)).toEqual(Array(3).fill('send-test-mail'));
  });

  it('sends mails from the sender that an admin saved, at once, until none is saved', async () => {
    const { ctx, admin } = await createAdmin();
    const sender = { address: 'no-reply@guild.example', replyTo: null, problem: null };
    ctx.accounts.mailer = { ...ctx.accounts.mailer, canDeliver: true, sender };
    const save = async (mailFrom: string, mailReplyTo: string) =>
      textOf(await admin.post('/admin/site', { intent: 'mail-sender', mailFrom, mailReplyTo }));
    for (const wrong of [
      'Ada <ada@club.example>',
      'a@club.example\r\nBcc: b@club.example',
      'ada',
    ]) {
      expect(await save(wrong, '')).toContain('Write an email address without a name');
    }
    const saved = await save('games@club.example', 'help@club.example');
    expect(saved).toContain('Saved.');
    expect(saved).toContain('The sender of mails is an address of club.example');
    expect(await textOf(await admin.post(page, { intent: 'mail' }))).toContain(
      'from games@club.example. ',
    );
    expect(ctx.mails.at(-1)?.site.sender).toMatchObject({
      address: 'games@club.example',
      replyTo: 'help@club.example',
    });
    expect(ctx.mails.at(-1)?.text).toContain('SPF: a TXT record of club.example');
    expect(await textOf(await admin.get(page))).toContain(
      'From games@club.example Answers to help@club.example',
    );
    await save('', '');
    await admin.post(page, { intent: 'mail' });
    expect(ctx.mails.at(-1)?.site.sender).toMatchObject({
      address: sender.address,
      replyTo: null,
    });
  });

  it('says why the mail server refused mails, and tries them again, also those that were given up', async () => {
    const { db } = database;
    const { id, ctx, admin } = await createAdmin();
    const error = 'The mail server refused the sender or the receiver. 550 5.7.1 (address)';
    const now = ctx.clock.now();
    const [later, soon] = [60 * 60_000, 30_000].map((ms) => new Date(now.getTime() + ms));
    await db.delete(requestedEmails);
    const refused = { kind: 'reset', email: 'ada@guild.example', lastError: error } as const;
    await db.insert(requestedEmails).values([
      { ...refused, attempts: 6, failedAt: now },
      { ...refused, attempts: 5, nextAttemptAt: later },
      // A node may be sending it.
      { ...refused, attempts: 1, nextAttemptAt: soon },
      { kind: 'reset', email: 'new@guild.example', nextAttemptAt: soon },
    ]);
    const text = await textOf(await admin.get(page));
    expect(text).toContain(`${error} 2 tried again later, 1 given up`);
    expect(text).not.toContain('ada@guild.example');
    const answer = await textOf(await admin.post(page, { intent: 'retry-mails' }));
    expect(answer).toContain('2 mails are sent again.');
    const rows = await db
      .select({ attempts: requestedEmails.attempts, at: requestedEmails.nextAttemptAt })
      .from(requestedEmails)
      .where(isNull(requestedEmails.failedAt))
      .orderBy(requestedEmails.id);
    expect(rows.map(({ attempts }) => attempts)).toEqual([0, 0, 1, 0]);
    expect(rows.filter(({ at }) => at <= now)).toHaveLength(2);
    expect(await readLog(id)).toEqual([{ act: 'retry-mails', subject: 'mail' }]);
    const player = await createSignedInVisitor(createWeb(db), (await createPlayer(db)).id);
    expect((await player.post(page, { intent: 'retry-mails' })).status).toBe(404);
  });
});

describe('the encryption key', () => {
  it('is named, and admins read what it cannot decrypt', async () => {
    const { db } = database;
    const { id, admin } = await createAdmin({ encryptionKeyPlace: 'GUILDHALL_SECRET' });
    const [key] = createTestCtx(db).encryption.keyIds;
    const before = await textOf(await admin.get(page));
    expect(before).toContain(`Key ${key} From GUILDHALL_SECRET`);
    expect(before).not.toContain('does not have the key');
    const gameId = await createGameOfSite(await createEditorCtx(createTestCtx(db)));
    const lost = { encrypted: 'lost', encryptedBy: 'f00df00df00df00d', addedBy: id, gameId };
    await db.insert(gameKeys).values(
      ['one', 'two', 'three'].map((fingerprint, index) => ({
        ...lost,
        fingerprint,
        addedAt: new Date(),
        ...(index === 0 && { userId: id, givenAt: new Date() }),
      })),
    );
    await db
      .insert(totpFactors)
      .values({ userId: id, secret: 'lost', keyId: 'badbadbadbadbad0', createdAt: new Date() });
    // Another process, which has counted nothing yet.
    const { admin: other } = await createAdmin();
    for (const path of [page, '/admin']) {
      const text = await textOf(await other.get(path));
      expect(text).toContain('The server does not have the key of some secrets in the database.');
      expect(text).toMatch(/Authenticator apps: 1 \(key badbadbadbadbad0\)/);
      expect(text).toMatch(/Keys of games that were bought: 1 \(key f00df00df00df00d\)/);
      expect(text).toMatch(/Unused keys of games: 2 .+ They are not sold\./);
    }
    const { id: editorId } = await createPlayer(db, { furtherRoles: [catalogEditor] });
    const editor = await createSignedInVisitor(createWeb(db), editorId);
    expect(await textOf(await editor.get('/admin'))).not.toContain('does not have the key');
    await db.delete(gameKeys);
    await db.delete(totpFactors);
  });
});

/** Lets the jobs of this database take `now` for the present. They count whole minutes of the clock. */
async function setClockOfJobs(now: Date): Promise<void> {
  await database.db.execute(
    sql.raw(`create or replace function pgboss.job_now() returns timestamp with time zone
      language sql stable as $$ select '${now.toISOString()}'::timestamptz $$`),
  );
}

describe('the jobs', () => {
  it('are listed with their newest run and its error, and can be started once a minute', async () => {
    const { log } = createTestCtx(database.db);
    const { $client } = database.db;
    const execute = $client.query.bind($client) as Parameters<typeof createJobScheduler>[0];
    const jobs = createJobMonitor(execute);
    const { id, admin } = await createAdmin({ jobs });
    const scheduler = await createJobScheduler(execute, log);
    try {
      await scheduler.schedule('audit', '47 3 * * *', async () => undefined);
      const before = await textOf(await admin.get(page));
      expect(before).toContain('Audit of the economy Every day at 03:47 UTC None yet');
      await setClockOfJobs(new Date('2026-03-02T10:00:05Z'));
      const started = await admin.post(page, { intent: 'start-job', name: 'audit' });
      expect(await textOf(started)).toContain('The job starts within a minute.');
      const again = await admin.post(page, { intent: 'start-job', name: 'audit' });
      expect(again.status).toBe(409);
      await setClockOfJobs(new Date('2026-03-02T10:01:05Z'));
      const aMinuteLater = await admin.post(page, { intent: 'start-job', name: 'audit' });
      expect(await textOf(aMinuteLater)).toContain('The job starts within a minute.');
      const unknown = await admin.post(page, { intent: 'start-job', name: 'no-job' });
      expect(unknown.status).toBe(404);
      const logged = { act: 'start-job', subject: 'audit' };
      expect(await readLog(id)).toEqual([logged, logged]);
      await database.db.execute(sql`update pgboss.job set state = 'failed', started_on = now(),
        completed_on = now(), output = '{"message": "disk <full>"}' where name = 'audit'`);
      const failed = await textOf(await admin.get(page));
      expect(failed).toContain('Failed');
      expect(failed).toContain('disk &lt;full&gt;');
      const [run] = await jobs.listFailed();
      const retry = (id = run?.id) =>
        admin.post(page, { intent: 'retry-job', name: 'audit', id: id ?? '' });
      expect((await retry('00000000-0000-4000-8000-000000000000')).status).toBe(404);
      expect(await textOf(await retry())).toContain('The job is tried again within a minute.');
      expect((await jobs.listFailed()).map(({ id }) => id)).not.toContain(run?.id);
      expect((await retry()).status).toBe(404);
      expect((await readLog(id)).at(-1)).toEqual({ act: 'retry-job', subject: 'audit' });
    } finally {
      await scheduler.stop();
    }
  });
});

it.each(['guest', 'player', 'moderator'] as const)(
  'the page does not exist for a %s',
  async (role) => {
    const web = createWeb(database.db);
    const { id } = await createPlayer(database.db, { role });
    const reader = await createSignedInVisitor(web, id);
    expect((await reader.get(page)).status).toBe(404);
    for (const intent of ['check', 'mail', 'start-job']) {
      expect((await reader.post(page, { intent, name: 'audit' })).status).toBe(404);
    }
    expect(web.ctx.mails).toEqual([]);
  },
);
