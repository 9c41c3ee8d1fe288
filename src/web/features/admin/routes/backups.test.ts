import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Backups, PreparedRestore, Restores } from '#domain/system/server-operations.ts';
import { createJobMonitor } from '#integrations/pg-boss/job-monitor.ts';
import { createJobScheduler } from '#integrations/pg-boss/job-scheduler.ts';
import { toBackupName } from '#server/backup/backup-folder.ts';
import { signatureOf } from '#server/backup/sign-backup.ts';
import { startMakingBackups } from '#server/jobs/make-backups.ts';
import { backupConstants } from '#shared/constants/server/backups.ts';
import { backupsIn, useBackupsAdmin } from '#test/fixtures/backups-admin.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer } from '#test/fixtures/factories.ts';
import { createSignedInVisitor } from '#test/fixtures/sign-in.ts';
import { textOf } from '#test/fixtures/web-application.ts';

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

const { endProof, readLog, ...fixture } = useBackupsAdmin(database);
const createAdmin = (backups: Partial<Backups> = {}, restores: Partial<Restores> = {}) =>
  fixture.createAdmin({ ...backupsIn(folder), ...backups }, restores);

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
