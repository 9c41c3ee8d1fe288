import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLog } from '../bootstrap/log.ts';
import { readConfig } from '../config/config.ts';
import { createNightlyBackup } from './nightly-backup.ts';

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'guildhall-nightly-'));
  await writeFile(path.join(dataDir, 'secret'), 'a secret');
});

afterEach(() => rm(dataDir, { recursive: true, force: true }));

/** An external database, so that the backup contains files only. */
const external = { DATABASE_URL: 'postgresql://nobody@localhost/none', BACKUP_KEEP: '1' };

test('only the newest nightly backups are kept, and other backups stay', async () => {
  const config = readConfig({ ...external, DATA_DIR: dataDir });
  const nightly = createNightlyBackup({ config, log: createLog('silent') });
  await nightly.run();
  const [first = ''] = await readdir(path.join(dataDir, 'backups'));
  await writeFile(path.join(dataDir, 'backups', 'guildhall-2026.tar.zst'), 'by hand');
  await nightly.run();
  const names = await readdir(path.join(dataDir, 'backups'));
  expect(first).toMatch(/^guildhall-nightly-.*\.tar\.zst$/);
  expect(names).toHaveLength(2);
  expect(names).toContain('guildhall-2026.tar.zst');
  expect(names).not.toContain(first);
});

test('a backup that fails throws the line of the script', async () => {
  const config = readConfig({
    ...external,
    DATA_DIR: dataDir,
    BACKUP_DIR: path.join(dataDir, 'secret', 'no-folder'),
  });
  const nightly = createNightlyBackup({ config, log: createLog('silent') });
  await expect(nightly.run()).rejects.toThrow(/Cannot write to/);
});
