import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useDatabase } from '#test/fixtures/database.ts';
import { createWeb } from '#test/fixtures/web-application.ts';
import { createMetrics } from '../http/metrics.ts';
import { BackupError } from './backup-file.ts';
import { toBackupName } from './backup-folder.ts';
import { readInstalledVersion, rejectNewerVersion } from './check-backup-version.ts';

const database = useDatabase();
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'guildhall-backups-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('the metrics have the time of the newest complete backup, and no time without a backup', async () => {
  const { services } = createWeb(database.db);
  const { registry } = createMetrics({
    ...services,
    config: { ...services.config, BACKUP_DIR: folder },
  });
  const readMetric = async () => {
    const text = await registry.metrics();
    return /^guildhall_backup_timestamp_seconds (.+)$/m.exec(text)?.[1];
  };
  expect(await readMetric()).toBeUndefined();
  const newest = new Date('2026-03-02T02:47:01.250Z');
  const names = [
    toBackupName('guildhall-', new Date('2026-03-01T23:00:00Z')),
    toBackupName('guildhall-nightly-', newest),
    `${toBackupName('guildhall-nightly-', new Date('2026-03-03T02:47:00Z'))}.part`,
    'notes.txt',
  ];
  for (const name of names) await writeFile(path.join(folder, name), '');
  expect(Number(await readMetric())).toBe(newest.getTime() / 1000);
});

test.each([
  [{ version: '0.3.0', migration: 5 }, false],
  [{ version: '0.2.9', migration: 4 }, false],
  [{ version: '0.2.9' }, false],
  [{ version: '0.3.1', migration: 5 }, true],
  [{ version: '0.10.0', migration: 5 }, true],
  [{ version: '1.0.0' }, true],
  [{ version: '0.3.0', migration: 6 }, true],
])('a backup of %j is rejected by version 0.3.0 with migration 5: %j', (backup, rejected) => {
  const check = () => rejectNewerVersion(backup, { version: '0.3.0', migration: 5 });
  if (rejected) expect(check).toThrow(BackupError);
  else check();
});

test('the installed version has the newest migration', async () => {
  const { version, migration } = await readInstalledVersion();
  expect(version).toMatch(/^\d+\.\d+\.\d+/);
  expect(migration).toBeGreaterThan(Date.parse('2026-01-01'));
});
