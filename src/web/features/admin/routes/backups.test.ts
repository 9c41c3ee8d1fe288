import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { adminLog, sessions } from '#database/schema.ts';
import { noServerOperations } from '#domain/system/no-server-operations.ts';
import type {
  BackupCopies,
  Backups,
  PreparedRestore,
  Restores,
} from '#domain/system/server-operations.ts';
import { createJobMonitor } from '#integrations/pg-boss/job-monitor.ts';
import { createJobScheduler } from '#integrations/pg-boss/job-scheduler.ts';
import {
  deleteBackup,
  listBackups,
  openBackupFile,
  toBackupName,
} from '#server/backup/backup-folder.ts';
import { signatureOf } from '#server/backup/sign-backup.ts';
import { readConfig } from '#server/config/config.ts';
import { startMakingBackups } from '#server/jobs/make-backups.ts';
import { backupConstants } from '#shared/constants/server/backups.ts';
import { timeLimits } from '#test/config/time-limits.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer } from '#test/fixtures/factories.ts';
import { createSignedInVisitor } from '#test/fixtures/sign-in.ts';
import { createWeb, textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase();
const page = '/admin/backups';
const name = toBackupName('guildhall-nightly-', new Date('2026-03-02T02:47:01.250Z'));
const byHand = toBackupName('guildhall-', new Date('2026-03-01T10:00:00Z'));
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'guildhall-system-'));
  await writeFile(path.join(folder, name), 'content of the backup');
  await writeFile(signatureOf(path.join(folder, name)), 'signature');
  await writeFile(path.join(folder, byHand), 'older');
  await writeFile(path.join(folder, 'notes.txt'), 'private');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function createAdmin(backups: Partial<Backups> = {}, restores: Partial<Restores> = {}) {
  const config = { ...readConfig({}), BACKUP_DIR: folder };
  const web = createWeb(database.db, {
    operations: {
      ...noServerOperations,
      backups: {
        ...noServerOperations.backups,
        list: () => listBackups(config),
        open: (file) => openBackupFile(config, file),
        delete: (file) => deleteBackup(config, file),
        ...backups,
      },
      restores: { ...noServerOperations.restores, ...restores },
    },
  });
  const { id } = await createPlayer(database.db, { role: 'admin' });
  return { id, web, admin: await createSignedInVisitor(web, id) };
}

const endProof = (id: string) =>
  database.db.update(sessions).set({ provenAt: null }).where(eq(sessions.userId, id));

const readLog = (id: string) =>
  database.db
    .select({ act: adminLog.act, subject: adminLog.subject })
    .from(adminLog)
    .where(eq(adminLog.accountId, id));

it('backups are downloaded by an admin who has just proved who it is', async () => {
  const { id, admin } = await createAdmin();
  const list = await textOf(await admin.get(page));
  expect(list).toContain(`by the schedule ${name}`);
  expect(list).toContain(`by hand ${byHand} · without a signature`);
  expect(list).toContain('private messages, email addresses and hashes of passwords');
  expect(list).not.toContain('notes.txt');
  const file = await admin.get(`${page}/${name}`);
  expect(file.headers.get('Content-Disposition')).toBe(`attachment; filename="${name}"`);
  expect(file.headers.get('Cache-Control')).toBe('private, no-store');
  expect(await file.text()).toBe('content of the backup');
  expect(await readLog(id)).toEqual([{ act: 'download-backup', subject: name }]);

  await endProof(id);
  const unproven = await admin.get(`${page}/${name}`);
  expect(unproven.headers.get('Location')).toBe('/settings/proof?next=/admin/backups');
  expect(await textOf(await admin.get(page))).not.toContain('Download');
});

it('a backup is closed when only the headers are asked for', async () => {
  const stream = Readable.from([Buffer.from('content of the backup')]);
  const { admin } = await createAdmin({ open: async () => ({ stream, bytes: 21 }) });
  const response = await admin.head(`${page}/${name}`);
  expect([response.status, response.headers.get('Content-Length')]).toEqual([200, '21']);
  expect(stream.destroyed).toBe(true);
});

it('no other file can be downloaded or deleted', async () => {
  const { id, admin } = await createAdmin();
  await mkdir(path.join(folder, 'inner'));
  await writeFile(path.join(folder, 'inner', name), 'of another folder');
  const before = await readdir(folder, { recursive: true });
  for (const other of [
    'notes.txt',
    '../notes.txt',
    `inner/${name}`,
    `../${path.basename(folder)}/${name}`,
    `${name}.part`,
    `${name}.sig`,
    name.replace('2026', '2025'),
    '\0',
  ]) {
    const found = await admin.get(`${page}/${encodeURIComponent(other)}`);
    const deleted = await admin.post(page, { intent: 'delete', name: other });
    expect([other, found.status, deleted.status]).toEqual([other, 404, 404]);
  }
  expect(await readdir(folder, { recursive: true })).toEqual(before);
  expect(await readLog(id)).toEqual([]);
});

it('a backup is deleted with its signature after a question and with a fresh proof', async () => {
  const { id, admin } = await createAdmin();
  expect(await textOf(await admin.get(`${page}?delete=${name}`))).toContain('Delete this backup?');
  await endProof(id);
  expect((await admin.post(page, { intent: 'delete', name })).status).toBe(403);
  const { id: otherId, admin: other } = await createAdmin();
  expect(await textOf(await other.post(page, { intent: 'delete', name }))).toContain(
    'The backup is deleted.',
  );
  expect((await other.post(page, { intent: 'delete', name })).status).toBe(404);
  expect((await readdir(folder)).sort()).toEqual([byHand, 'notes.txt']);
  expect(await readLog(otherId)).toEqual([{ act: 'delete-backup', subject: name }]);
});

describe('copies in the bucket', () => {
  const copy = { name, bytes: 21, at: new Date('2026-03-02'), isScheduled: true, isSigned: true };
  const none = noServerOperations.backups.copies;

  it('are listed, downloaded and deleted with a fresh proof, and restored', async () => {
    const deleted: string[] = [];
    const asked: string[] = [];
    const copies: BackupCopies = {
      ...none,
      bucket: 'guild-files',
      list: async () => [copy],
      open: async () => ({
        stream: Readable.from([Buffer.from('content of the copy')]),
        bytes: 19,
      }),
      delete: async (one) => deleted.push(one) > 0,
    };
    const request = async ({ file }: { file: string }) => asked.push(file) > 0;
    const here = { includesDatabase: true, list: async () => [], copies };
    const { id, admin } = await createAdmin(here, { request });
    expect(await textOf(await admin.get(page))).toContain('in S3 · by the schedule');
    const file = await admin.get(`${page}/${name}?place=bucket`);
    expect(await file.text()).toBe('content of the copy');
    const restore = { intent: 'restore', name, confirmation: 'RESTORE' };
    expect(await textOf(await admin.get(`${page}?restore=${name}`))).toContain('Type RESTORE');
    expect((await admin.post(page, restore)).status).toBe(200);
    expect(asked).toEqual([name]);
    const question = await textOf(await admin.get(`${page}?delete-copy=${name}`));
    expect(question).toContain('Delete this copy?');
    const form = { intent: 'delete', place: 'bucket', name };
    expect((await admin.post(page, form)).status).toBe(200);
    expect(deleted).toEqual([name]);
    expect((await admin.post(page, { ...form, place: 'elsewhere' })).status).toBe(400);
    expect((await readLog(id)).map(({ act }) => act)).toEqual([
      'download-backup',
      'request-restore',
      'delete-backup',
    ]);
    await endProof(id);
    const unproven = await admin.get(`${page}/${name}?place=bucket`);
    expect(unproven.headers.get('Location')).toBe('/settings/proof?next=/admin/backups');
    expect((await admin.post(page, form)).status).toBe(403);
    expect(deleted).toEqual([name]);
  });

  it('say when the bucket does not answer or the last one failed, also on the page of the health', async () => {
    const error = 'The file service answered 403.';
    const at = new Date();
    const copies: BackupCopies = {
      ...none,
      bucket: 'guild-files',
      list: () => Promise.reject(new Error('down')),
      findRun: async () => ({ state: 'failed', requestedAt: at, endedAt: at, error }),
    };
    const defaultSchedule = { isOn: true, hour: 2, keep: 7, isCopied: true };
    const { admin } = await createAdmin({ copies, defaultSchedule, includesDatabase: true });
    const text = await textOf(await admin.get(page));
    expect(text).toContain('The bucket guild-files does not answer');
    expect(text).toContain(error);
    expect(await textOf(await admin.get('/admin/health'))).toContain(
      'The newest backup was not copied to the bucket',
    );
  });

  it('are made after each backup if that is chosen, and by hand', async () => {
    const { $client } = database.db;
    const execute = $client.query.bind($client) as Parameters<typeof createJobScheduler>[0];
    const jobs = createJobMonitor(execute);
    const copied: number[] = [];
    const copies: BackupCopies = {
      ...none,
      bucket: 'guild-files',
      start: () => jobs.startByHand(backupConstants.jobCopy),
      findRun: () => jobs.findRun(backupConstants.jobCopy),
      copyNewest: async ({ keep }) => void copied.push(keep),
    };
    const { admin, web } = await createAdmin({
      copies,
      start: () => jobs.startByHand(backupConstants.jobByHand),
    });
    const scheduler = await createJobScheduler(execute, web.ctx.log);
    const scripts = { run: async () => undefined, stop: async () => undefined };
    const stop = await startMakingBackups(web.services, scheduler, scripts);
    try {
      const schedule = { intent: 'schedule', hour: '5', keep: '14', isCopied: 'on' };
      expect(await textOf(await admin.post(page, schedule))).toContain('Saved.');
      await admin.post(page, { intent: 'make' });
      await expect.poll(() => copied, { timeout: timeLimits.effect }).toEqual([14]);
      await expect
        .poll(async () => (await copies.findRun())?.state, { timeout: timeLimits.effect })
        .toBe('completed');
      expect((await admin.post(page, { intent: 'copy' })).status).toBe(200);
      await expect.poll(() => copied, { timeout: timeLimits.effect }).toEqual([14, 14]);
    } finally {
      await stop();
      await scheduler.stop();
    }
  });

  it('cannot be made without a bucket', async () => {
    const { admin } = await createAdmin();
    expect(await textOf(await admin.get(page))).toContain('Set a bucket');
    expect((await admin.post(page, { intent: 'copy' })).status).toBe(409);
  });
});

it('a full disk makes no backup, and a second one waits for the first', async () => {
  const space = { free: 100, needed: 101 };
  const started: boolean[] = [];
  const start = async () => started.push(true) === 1;
  const full = await createAdmin({ readSpace: async () => space, start });
  expect(await textOf(await full.admin.get(page))).toContain('The disk is too full for a backup');
  expect((await full.admin.post(page, { intent: 'make' })).status).toBe(507);
  expect(started).toEqual([]);
  space.free = 101;
  const made = await full.admin.post(page, { intent: 'make' });
  expect(await textOf(made)).toContain('The backup starts in a few seconds.');
  expect((await full.admin.post(page, { intent: 'make' })).status).toBe(409);
  expect(await readLog(full.id)).toEqual([{ act: 'make-backup', subject: 'backup' }]);
});

it('the jobs make a backup that is asked for, once at a time, and follow the schedule', async () => {
  const { $client } = database.db;
  const execute = $client.query.bind($client) as Parameters<typeof createJobScheduler>[0];
  const jobs = createJobMonitor(execute);
  const { id, admin, web } = await createAdmin({
    start: () => jobs.startByHand(backupConstants.jobByHand),
    findRun: () => jobs.findRun(backupConstants.jobByHand),
  });
  const scheduler = await createJobScheduler(execute, web.ctx.log);
  const waiting: PromiseWithResolvers<void>[] = [];
  const run = async () => {
    const one = Promise.withResolvers<void>();
    waiting.push(one);
    await one.promise;
  };
  const scripts = { run, stop: async () => undefined };
  const stop = await startMakingBackups(web.services, scheduler, scripts);
  const make = async () => (await admin.post(page, { intent: 'make' })).status;
  const findSchedules = async () =>
    (await execute('select cron from pgboss.schedule where name = $1', ['backup'])).rows;
  try {
    expect(await findSchedules()).toEqual([]);
    const answers = await Promise.all([make(), make(), make()]);
    expect(answers.sort()).toEqual([200, 409, 409]);
    await expect.poll(() => waiting.length).toBe(1);
    expect(await make()).toBe(409);
    expect(await textOf(await admin.get(page))).toContain('A backup is being made');
    waiting[0]?.reject(new Error('The disk is almost full.'));
    await expect
      .poll(async () => textOf(await admin.get(page)))
      .toContain('was not made: The disk is almost full.');

    const saved = { intent: 'schedule', isOn: 'on', hour: '5', keep: '14' };
    expect(await textOf(await admin.post(page, saved))).toContain('Saved.');
    await expect.poll(findSchedules).toEqual([{ cron: '47 5 * * *' }]);
    expect((await admin.post(page, { ...saved, keep: '0' })).status).toBe(400);
    await admin.post(page, { intent: 'schedule', hour: '5', keep: '14' });
    await expect.poll(findSchedules).toEqual([]);
    await endProof(id);
    expect((await admin.post(page, saved)).status).toBe(403);
  } finally {
    for (const one of waiting) one.resolve();
    await stop();
    await scheduler.stop();
  }
});

describe('a restore', () => {
  const restore = { intent: 'restore', name, confirmation: 'RESTORE' };
  const embedded = { includesDatabase: true };

  it('is asked for with a word and a fresh proof, once at a time, and cancelled before the restart', async () => {
    let prepared: PreparedRestore | null = null;
    const { id, admin } = await createAdmin(embedded, {
      async request({ file, requestedBy: { username: requestedBy }, at: requestedAt }) {
        if (prepared) return false;
        const found = { error: null, unreadableSecrets: 0 };
        prepared = { state: 'ready', file, requestedBy, requestedAt, ...found };
        return true;
      },
      find: async () => prepared,
      async cancel() {
        const wasReady = prepared !== null;
        prepared = null;
        return wasReady;
      },
    });
    const question = await textOf(await admin.get(`${page}?restore=${name}`));
    expect(question).toContain('Everything since then is lost');
    expect(question).toContain('Type RESTORE to confirm');
    expect((await admin.post(page, { ...restore, confirmation: 'restore' })).status).toBe(400);
    expect((await admin.post(page, { intent: 'cancel-restore' })).status).toBe(409);
    expect(await textOf(await admin.post(page, restore))).toContain(
      'Restart the server to restore this backup.',
    );
    expect((await admin.post(page, restore)).status).toBe(409);
    expect(await textOf(await admin.get(`${page}?restore=${name}`))).not.toContain('Type RESTORE');
    expect(await textOf(await admin.post(page, { intent: 'cancel-restore' }))).toContain(
      'The restore is cancelled.',
    );
    expect(await readLog(id)).toEqual([
      { act: 'request-restore', subject: name },
      { act: 'cancel-restore', subject: name },
    ]);
    await endProof(id);
    expect((await admin.post(page, restore)).status).toBe(403);
    expect(prepared).toBeNull();
  });

  it('is left to the terminal without a signature and with a database on another server', async () => {
    const { admin } = await createAdmin(embedded);
    expect((await admin.post(page, { ...restore, name: byHand })).status).toBe(409);
    const gone = await admin.post(page, { ...restore, name: name.replace('2026', '2025') });
    expect(gone.status).toBe(404);
    const { admin: external } = await createAdmin();
    expect((await external.post(page, restore)).status).toBe(409);
    const text = await textOf(await external.get(`${page}?restore=${name}`));
    expect(text).toContain('Restore the database with pg_restore');
    expect(text).not.toContain('Type RESTORE');
  });

  it('that was done is named with what is void and where the earlier data is', async () => {
    const done = { folder: 'before-restore-1', file: name, requestedAt: new Date() };
    const { admin } = await createAdmin(embedded, { listDone: async () => [done] });
    const text = await textOf(await admin.get(page));
    expect(text).toContain('All sessions, API keys, reset links, invitations and unused codes');
    expect(text).toContain('The data from before is in the folder before-restore-1');
  });
});

it.each(['guest', 'player', 'moderator'] as const)(
  'neither the page nor a backup exists for a %s',
  async (role) => {
    const { web } = await createAdmin();
    const { id } = await createPlayer(database.db, { role });
    const reader = await createSignedInVisitor(web, id);
    const forms = ['make', 'copy', 'delete', 'schedule', 'restore', 'cancel-restore'];
    const paths = [page, `${page}/${name}`, '/admin/health'];
    for (const each of paths) expect((await reader.get(each)).status).toBe(404);
    for (const intent of forms) {
      expect((await reader.post(page, { intent, name })).status).toBe(404);
    }
    expect(await readdir(folder)).toContain(name);
  },
);
