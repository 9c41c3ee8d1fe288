import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { noServerOperations } from '#domain/system/no-server-operations.ts';
import type { BackupCopies } from '#domain/system/server-operations.ts';
import { createJobMonitor } from '#integrations/pg-boss/job-monitor.ts';
import { createJobScheduler } from '#integrations/pg-boss/job-scheduler.ts';
import { toBackupName } from '#server/backup/backup-folder.ts';
import { startMakingBackups } from '#server/jobs/make-backups.ts';
import { backupConstants } from '#shared/constants/server/backups.ts';
import { timeLimits } from '#test/config/time-limits.ts';
import { useBackupsAdmin } from '#test/fixtures/backups-admin.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase();
const page = '/admin/backups';
const name = toBackupName('guildhall-nightly-', new Date('2026-03-02T02:47:01.250Z'));
const { createAdmin, endProof, readLog } = useBackupsAdmin(database);

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
