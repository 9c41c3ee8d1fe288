import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { cleanUp, makeDataDir, startGuildhall } from './guildhall-process.ts';

const cacheFolder = path.resolve('node_modules/.cache/guildhall-data');

/**
 * Creates a data folder as after a first start. It is a copy of a folder that is prepared once per build,
 * because creating and filling the database takes three quarters of a first start.
 */
export async function makePreparedDataDir(): Promise<string> {
  const prepared = await prepareOnce();
  const folder = await makeDataDir();
  await copyFolder(prepared, folder);
  return folder;
}

/** Copies a folder with its owner, which Postgres checks and Node's functions do not preserve. */
async function copyFolder(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', `${from}/.`, to]);
}

async function prepareOnce(): Promise<string> {
  const build = await readFile('build/made-from', 'utf8');
  const name = createHash('sha256').update(build).digest('hex').slice(0, 16);
  const prepared = path.join(cacheFolder, name);
  if (existsSync(prepared)) return prepared;
  await mkdir(cacheFolder, { recursive: true });
  const folder = await makeDataDir();
  const { process, exited } = await startGuildhall(folder);
  process.kill('SIGTERM');
  const code = await exited;
  if (code !== 0) throw new Error(`Guildhall ended with ${code} after its first start.`);
  const unfinished = await mkdtemp(path.join(cacheFolder, 'unfinished-'));
  await copyFolder(folder, unfinished);
  await cleanUp(folder);
  try {
    await rename(unfinished, prepared);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    // Another test process was first.
    if (!existsSync(prepared)) throw error;
  }
  return prepared;
}
