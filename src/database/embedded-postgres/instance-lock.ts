import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { link, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { processFacts } from './process-identity.ts';

const ATTEMPTS = 10;

/**
 * Claims the folder for this process and returns what gives it back. Refuses at once while the
 * process that holds it is alive; the lock of a dead one is taken over.
 */
export async function lockDataDir(dataDir: string): Promise<() => Promise<void>> {
  const path = join(dataDir, 'instance.lock');
  const own = await processFacts(process.pid);
  const text = JSON.stringify({
    pid: process.pid,
    started: own?.started ?? '',
    token: randomUUID(),
  });
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (create(path, text)) return async () => remove(path, text);
    const seen = await readText(path);
    const holder = parseHolder(seen);
    if (holder && (await isAlive(holder))) {
      throw new EmbeddedPostgresError(
        `Another instance of Guildhall (process ${holder.pid}) already uses ${dataDir}: stop it first, or set another DATA_DIR.`,
      );
    }
    // An empty file may belong to a start that is just about to write its name into it.
    if (seen === '' && attempt < ATTEMPTS / 2) await pause(50);
    else await removeStale(path, seen);
  }
  throw new EmbeddedPostgresError(`Cannot lock ${dataDir}: several starts compete for it.`);
}

function create(path: string, text: string): boolean {
  try {
    // In one step of this thread, so that hardly anybody sees the file empty.
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
  const facts = await processFacts(holder.pid);
  return facts !== undefined && facts.started === holder.started;
}

async function removeStale(path: string, seen: string | undefined): Promise<void> {
  const aside = `${path}.${randomUUID()}`;
  try {
    await rename(path, aside);
  } catch {
    return; // Somebody else removed it.
  }
  // Another start may have been quicker and this is its lock: give it back.
  if ((await readText(aside)) !== seen) await link(aside, path).catch(() => undefined);
  await rm(aside, { force: true });
}

async function remove(path: string, text: string): Promise<void> {
  if ((await readText(path)) === text) await rm(path, { force: true });
}
