import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** The temporary files have at most half a gigabyte at one time. Chromium and Postgres need memory, too. */
const neededBytes = 3 * 2 ** 30;
const memory = '/dev/shm';
const prefix = 'guildhall-tests-';

/**
 * Creates a folder for the temporary files of a test run, which is deleted when this process ends. It is in
 * memory where there is room, because the tests create and delete hundreds of thousands of Postgres' files.
 */
export function makeTemporaryFolder(): string {
  const parent = hasRoom(memory) ? memory : os.tmpdir();
  deleteAbandoned(parent);
  const folder = mkdtempSync(path.join(parent, `${prefix}${process.pid}-`));
  // When root runs the tests, Postgres runs as another user, who needs access to its folders inside.
  chmodSync(folder, 0o711);
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Deletes the folders of test runs that were killed. */
function deleteAbandoned(parent: string): void {
  for (const name of readdirSync(parent)) {
    const pid = name.startsWith(prefix) && Number.parseInt(name.slice(prefix.length), 10);
    if (pid && !isRunning(pid)) rmSync(path.join(parent, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return Math.min(bavail * bsize, os.freemem()) >= neededBytes;
  } catch {
    return false;
  }
}
