import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { type Entry, extract, type Headers } from 'tar-stream';
import type { z } from 'zod';
import { lockDataDir } from '#database/embedded-postgres/instance-lock.ts';
import { syncFolder } from '#database/embedded-postgres/sync-folder.ts';
import {
  type BackupDescription,
  BackupError,
  backupParts,
  type Checksums,
  checksumsEntry,
  checksumsSchema,
  createChecksums,
  descriptionEntry,
  descriptionSchema,
  getPart,
} from './backup-file.ts';
import {
  type InstalledVersion,
  readInstalledVersion,
  rejectNewerVersion,
} from './check-backup-version.ts';

export interface RestoredBackup {
  description: BackupDescription;
  checksums: Checksums;
}

const unfinishedPrefix = 'restore.new-';
/** What may be in the folder before: old backups, the encryption key, the lock, and what a file system creates. */
const ignored = new Set(['backups', 'encryption-key', 'instance.lock', 'lost+found']);
/** The largest description or list of checksums. */
const textMaxBytes = 64 * 1024;

/**
 * Unpacks a backup into an empty `dataDir`. The files appear there when all of them are on disk and their checksums
 * are correct; otherwise the folder stays as it was.
 * `signal` stops it, which also leaves the folder as it was.
 * @throws BackupError with the line that the operator sees.
 */
export async function restoreBackup(
  file: string,
  dataDir: string,
  signal?: AbortSignal,
): Promise<RestoredBackup> {
  const installed = await readInstalledVersion();
  await mkdir(dataDir, { recursive: true });
  const unlock = await lockDataDir(dataDir);
  try {
    await requireEmpty(dataDir);
    const unfinished = await mkdtemp(path.join(dataDir, unfinishedPrefix));
    try {
      const restored = await unpack(file, unfinished, installed, signal);
      for (const part of backupParts) {
        if (!restored.checksums[part]) continue;
        await rename(path.join(unfinished, part), path.join(dataDir, part));
      }
      await syncFolder(dataDir);
      return restored;
    } catch (error) {
      if (signal?.aborted) {
        throw new BackupError('The restore was stopped. Nothing was restored.', { cause: error });
      }
      throw toBackupError(error, file, dataDir);
    } finally {
      await rm(unfinished, { recursive: true, force: true });
    }
  } finally {
    await unlock();
  }
}

async function requireEmpty(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (ignored.has(name)) continue;
    // A restore that was killed.
    if (name.startsWith(unfinishedPrefix)) {
      await rm(path.join(dataDir, name), { recursive: true, force: true });
      continue;
    }
    throw new BackupError(
      `${dataDir} is not empty (${name}): move its content away, or set another DATA_DIR.`,
    );
  }
}

async function unpack(
  file: string,
  folder: string,
  installed: InstalledVersion,
  signal: AbortSignal | undefined,
): Promise<RestoredBackup> {
  const entries = extract();
  const reading = pipeline(createReadStream(file), createZstdDecompress(), entries, {
    signal,
  });
  // The loop ends with the same error.
  reading.catch(() => undefined);
  const checksums = createChecksums();
  let description: BackupDescription | undefined;
  let expected: Checksums | undefined;
  for await (const entry of entries) {
    const { name } = entry.header;
    if (!description) {
      if (name !== descriptionEntry) throw notABackup();
      description = parse(await readText(entry), descriptionSchema);
      rejectNewerVersion(description, installed);
    } else if (expected) {
      throw new BackupError('has data after its end');
    } else if (name === checksumsEntry) {
      expected = parse(await readText(entry), checksumsSchema);
    } else {
      await unpackEntry(entry, folder, checksums);
    }
  }
  await reading;
  signal?.throwIfAborted();
  if (!description || !expected) throw new BackupError('is not complete');
  const found = checksums.finish();
  for (const part of backupParts) {
    if (found[part]?.sha256 !== expected[part]?.sha256) {
      throw new BackupError(`is damaged: the checksum of ${part} is wrong`);
    }
  }
  return { description, checksums: found };
}

async function unpackEntry(
  entry: Entry,
  folder: string,
  checksums: ReturnType<typeof createChecksums>,
): Promise<void> {
  const { name, type, size = 0 } = entry.header;
  const part = requireSafePath(entry.header);
  const target = path.join(folder, ...name.split('/'));
  const update = checksums.start(part, name, size);
  if (type === 'directory') {
    await mkdir(target, { recursive: true, mode: 0o700 });
    entry.resume();
    return;
  }
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
  const hashed = async function* () {
    for await (const piece of entry as AsyncIterable<Uint8Array>) {
      update(piece);
      yield piece;
    }
  };
  // `wx`: an entry never replaces an earlier one.
  await pipeline(hashed, createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true }));
}

/** Rejects everything but plain files and folders inside the known parts. */
function requireSafePath({ name, type }: Headers) {
  const steps = name.replace(/\/$/, '').split('/');
  const plain = steps.every((step) => step !== '' && step !== '.' && step !== '..');
  const part = getPart(name);
  if (!part || !plain || /[\\:\0]/.test(name)) {
    throw new BackupError(`has a path that is not allowed: ${JSON.stringify(name.slice(0, 200))}`);
  }
  if (type !== 'file' && type !== 'directory') {
    throw new BackupError(`has an entry that is not allowed: ${type} ${JSON.stringify(name)}`);
  }
  return part;
}

async function readText(entry: Entry): Promise<string> {
  if ((entry.header.size ?? 0) > textMaxBytes) throw notABackup();
  const pieces: Uint8Array[] = [];
  for await (const piece of entry as AsyncIterable<Uint8Array>) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

function parse<T>(text: string, schema: z.ZodType<T>): T {
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    throw new BackupError('is of a format that this version does not know', { cause });
  }
}

function notABackup(): BackupError {
  return new BackupError('is not a backup of Guildhall');
}

/** Messages begin with the file, which the errors above leave out. */
function toBackupError(error: unknown, file: string, dataDir: string): unknown {
  if (!(error instanceof Error)) return error;
  const code = 'code' in error ? String(error.code) : '';
  if (error instanceof BackupError) {
    return new BackupError(`${file} ${error.message}. Nothing was restored.`, { cause: error });
  }
  if (code === 'ENOSPC') {
    return new BackupError(`The disk of ${dataDir} is full. Nothing was restored.`);
  }
  if (code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR') {
    return new BackupError(`${file} cannot be read (${code}).`);
  }
  // Everything else is what zlib and tar report about damaged bytes.
  return new BackupError(
    `${file} is damaged, incomplete or not a backup (${error.message}). Nothing was restored.`,
    { cause: error },
  );
}
