import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { link, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { getProcessInfo } from './process-identity.ts';

const ATTEMPTS = 10;

/**
 * Locks the folder for this process and returns a function that unlocks it. The lock of a process
 * that has ended is taken over.
 * @throws EmbeddedPostgresError when the process that holds the lock is running.
 */
export async function lockDataDir(dataDir: string): Promise<() => Promise<void>> {
  const path = join(dataDir, 'instance.lock');
  const ownInfo = await getProcessInfo(process.pid);
  const text = JSON.stringify({
    pid: process.pid,
    started: ownInfo?.started ?? '',
    token: randomUUID(),
  });
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (tryCreate(path, text)) return async () => remove(path, text);
    const found = await readText(path);
    const holder = parseHolder(found);
    if (holder && (await isAlive(holder))) {
      throw new EmbeddedPostgresError(
        `Another instance of Guildhall (process ${holder.pid}) already uses ${dataDir}: stop it first, or set another DATA_DIR.`,
      );
    }
    // An empty file may belong to a process that is about to write into it.
    if (found === '' && attempt < ATTEMPTS / 2) await pause(50);
    else await removeStale(path, found);
  }
  throw new EmbeddedPostgresError(`Cannot lock ${dataDir}: several starts compete for it.`);
}

function tryCreate(path: string, text: string): boolean {
  try {
    // Synchronous and in one step, so that other processes rarely see an empty file.
    writeFileSync(path, text, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

async function readText(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(() => undefined);
}

function parseHolder(text: string | undefined): { pid: number; started: string } | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '');
    if (typeof value !== 'object' || value === null) return undefined;
    if (!('pid' in value) || typeof value.pid !== 'number') return undefined;
    const started = 'started' in value && typeof value.started === 'string' ? value.started : '';
    return { pid: value.pid, started };
  } catch {
    return undefined;
  }
}

async function isAlive(holder: { pid: number; started: string }): Promise<boolean> {
  const facts = await getProcessInfo(holder.pid);
  return facts !== undefined && facts.started === holder.started;
}

async function removeStale(path: string, found: string | undefined): Promise<void> {
  const movedAway = `${path}.${randomUUID()}`;
  try {
    await rename(path, movedAway);
  } catch {
    return; // Another process removed it.
  }
  // Another process may have created its lock in the meantime: put it back.
  if ((await readText(movedAway)) !== found) await link(movedAway, path).catch(() => undefined);
  await rm(movedAway, { force: true });
}

async function remove(path: string, text: string): Promise<void> {
  if ((await readText(path)) === text) await rm(path, { force: true });
}
