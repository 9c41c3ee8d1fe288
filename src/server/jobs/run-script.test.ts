import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLog } from '../bootstrap/log.ts';
import { readConfig } from '../config/config.ts';
import { createScriptRunner } from './run-script.ts';

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
  const scripts = createScriptRunner({ config, log: createLog('silent') });
  await scripts.run('backup', ['--nightly']);
  const [first = ''] = await readdir(path.join(dataDir, 'backups'));
  await writeFile(path.join(dataDir, 'backups', 'guildhall-2026.tar.zst'), 'by hand');
  await scripts.run('backup', ['--nightly']);
  const names = await readdir(path.join(dataDir, 'backups'));
  const { mode } = await stat(path.join(dataDir, 'backup-key'));
  expect(mode & 0o777).toBe(0o600);
  expect(first).toMatch(/^guildhall-nightly-.*\.tar\.zst$/);
  expect(names.filter((name) => name.endsWith('.tar.zst'))).toHaveLength(2);
  expect(names).toContain('guildhall-2026.tar.zst');
  // Neither the deleted backup nor its signature is left.
  expect(names.filter((name) => name.startsWith(first))).toEqual([]);
});

test('a backup that fails throws the line of the script', async () => {
  const config = readConfig({
    ...external,
    DATA_DIR: dataDir,
    BACKUP_DIR: path.join(dataDir, 'secret', 'no-folder'),
  });
  const scripts = createScriptRunner({ config, log: createLog('silent') });
  await expect(scripts.run('backup', ['--nightly'])).rejects.toThrow(/Cannot write to/);
});
