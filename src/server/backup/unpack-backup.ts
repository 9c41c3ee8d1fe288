import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { type Entry, extract, type Headers } from 'tar-stream';
import type { z } from 'zod';
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
import { type InstalledVersion, rejectNewerVersion } from './check-backup-version.ts';
import { getFreeBytes, stopBeforeFullDisk } from './free-space.ts';

export interface RestoredBackup {
  description: BackupDescription;
  checksums: Checksums;
}

interface UnpackOptions {
  /** The version that unpacks it. */
  installed: InstalledVersion;
  signal?: AbortSignal | undefined;
  /** The free bytes of the disk with the folder. */
  getFreeBytes?: () => Promise<number>;
}

/** The largest description or list of checksums. */
const textMaxBytes = 64 * 1024;

/**
 * Files by which Postgres runs commands, opens itself to others or reads elsewhere. They are never taken from a backup:
 * `kept` stay those of the database that runs, or are created again.
 */
export const postgresConfiguration = {
  kept: ['postgresql.conf', 'postgresql.auto.conf', 'pg_hba.conf', 'pg_ident.conf'],
  dropped: [
    'postmaster.opts',
    'postmaster.pid',
    'recovery.conf',
    'recovery.signal',
    'standby.signal',
    'tablespace_map',
  ],
};
const configurationNames = new Set(
  Object.values(postgresConfiguration)
    .flat()
    .map((name) => `postgres/${name}`),
);

/** Without regard to case, because the file systems of macOS and Windows have none. */
const isConfiguration = (name: string) => configurationNames.has(name.toLowerCase());

/**
 * Unpacks a backup into a folder, where nothing of it may be yet, without the configuration of Postgres. What was
 * unpacked stays there when it fails.
 * @throws BackupError, whose message continues after the name of the file.
 */
export async function unpackBackup(
  file: Readable,
  folder: string,
  { installed, signal, getFreeBytes: getFree = () => getFreeBytes(folder) }: UnpackOptions,
): Promise<RestoredBackup> {
  const entries = extract();
  await mkdir(folder, { recursive: true });
  const reading = pipeline(
    file,
    createZstdDecompress(),
    stopBeforeFullDisk(getFree, 'is larger unpacked than what is free on the disk'),
    entries,
    { signal },
  );
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
  if (isConfiguration(name)) {
    for await (const piece of entry as AsyncIterable<Uint8Array>) update(piece);
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
