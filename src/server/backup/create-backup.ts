import { createWriteStream, type Dirent } from 'node:fs';
import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';
import pg from 'pg';
import { extract, type Headers, type Pack, pack } from 'tar-stream';
import { readBaseBackup } from '#database/backup/base-backup.ts';
import { syncFolder } from '#database/embedded-postgres/sync-folder.ts';
import {
  type BackupDescription,
  BackupError,
  type BackupPart,
  type Checksums,
  checksumsEntry,
  createChecksums,
  descriptionEntry,
} from './backup-file.ts';
import { removeAbandoned, toBackupName, unfinishedSuffix } from './backup-folder.ts';
import type { InstalledVersion } from './check-backup-version.ts';
import { getFreeBytes, stopBeforeFullDisk } from './free-space.ts';
import { lockBackups } from './lock-backups.ts';
import { createSigner, writeSignature } from './sign-backup.ts';

export interface BackupOptions {
  dataDir: string;
  /** Where the file is written. */
  folder: string;
  /** The connection to the running embedded Postgres; null when the database is elsewhere. */
  postgres: pg.ClientConfig | null;
  /** The start of the file's name. */
  prefix: string;
  /** The version that makes the backup. */
  installed: InstalledVersion;
  /** The key that signs the file. */
  signingKey: string;
  /** The id of the newest encryption key; undefined before the first start. */
  encryptionKeyId?: string | undefined;
  now: Date;
  signal?: AbortSignal;
  /** The free bytes of the disk with the folder. */
  getFreeBytes?: (folder: string) => Promise<number>;
}

export interface BackupResult {
  file: string;
  bytes: number;
  checksums: Checksums;
}

/**
 * Writes a backup of the embedded database, the gallery, the mails and the secret as one file. The server may run
 * meanwhile. The file appears under its name when it is complete and on disk.
 * @throws BackupError with the line that the operator sees.
 */
export async function createBackup(options: BackupOptions): Promise<BackupResult> {
  const { folder, prefix, now, postgres } = options;
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch(reportFolder(folder));
  const unlock = postgres ? await lockBackups(postgres) : async () => undefined;
  const file = path.join(folder, toBackupName(prefix, now));
  const unfinished = `${file}${unfinishedSuffix}`;
  try {
    await removeAbandoned(folder, now);
    const { checksums, signature } = await write(options, unfinished);
    const { size } = await stat(unfinished);
    // Before the backup: a signature without a backup does no harm.
    await writeSignature(file, signature);
    await rename(unfinished, file);
    await syncFolder(folder);
    return { file, bytes: size, checksums };
  } catch (error) {
    await rm(unfinished, { force: true });
    throw toBackupError(error, folder);
  } finally {
    await unlock();
  }
}

async function write(
  options: BackupOptions,
  unfinished: string,
): Promise<{ checksums: Checksums; signature: string }> {
  const signer = createSigner(options.signingKey);
  const archive = pack();
  const getFree = options.getFreeBytes ?? getFreeBytes;
  const written = pipeline(
    archive,
    createZstdCompress(),
    stopBeforeFullDisk(
      () => getFree(options.folder),
      'The disk is almost full, so no backup was made.',
    ),
    async function* sign(pieces: AsyncIterable<Uint8Array>) {
      for await (const piece of pieces) {
        signer.add(piece);
        yield piece;
      }
    },
    createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true }),
    { signal: options.signal },
  );
  const filled = fill(archive, options).catch((error: unknown) => {
    archive.destroy(error instanceof Error ? error : new Error(String(error)));
    throw error;
  });
  // When the file cannot be written, its error is the cause of the other one.
  const [writing, filling] = await Promise.allSettled([written, filled]);
  if (filling.status === 'fulfilled' && writing.status === 'fulfilled') {
    return { checksums: filling.value, signature: signer.finish() };
  }
  const errors = [filling, writing].flatMap((one) => (one.status === 'rejected' ? one.reason : []));
  throw errors.find((error) => !isFollowUp(error)) ?? errors[0];
}

/** Whether an error only says that the other end of a stream was closed. */
function isFollowUp(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? error.code : '';
  return (
    code === 'ERR_STREAM_PREMATURE_CLOSE' ||
    code === 'STREAM_DESTROYED' ||
    error.message === 'Writable stream closed prematurely'
  );
}

async function fill(archive: Pack, options: BackupOptions): Promise<Checksums> {
  const { dataDir, postgres, installed, now, encryptionKeyId } = options;
  const description: BackupDescription = {
    format: 1,
    ...installed,
    createdAt: now.toISOString(),
    database: postgres ? 'embedded' : 'external',
    ...(encryptionKeyId !== undefined && { encryptionKeyId }),
  };
  await addText(archive, descriptionEntry, JSON.stringify(description));
  const checksums = createChecksums();
  const add = async (part: BackupPart, header: Headers, content?: AsyncIterable<Uint8Array>) => {
    const update = checksums.start(part, header.name, header.size ?? 0);
    await addEntry(archive, header, content, update);
  };
  if (postgres) {
    await addFile('postgres.password');
    await addDatabase();
  }
  // After the database, so that every picture that a row names has been stored already.
  await addFile('secret');
  await addFolder('gallery', '');
  await addFolder('mail', '');
  const sums = checksums.finish();
  await addText(archive, checksumsEntry, JSON.stringify(sums));
  archive.finalize();
  return sums;

  async function addDatabase(): Promise<void> {
    const base = readBaseBackup(postgres ?? {});
    const entries = extract();
    const read = pipeline(base, entries);
    // The loop below ends with the same error.
    read.catch(() => undefined);
    try {
      for await (const entry of entries) {
        const { name, type, size = 0, mode } = entry.header;
        if (type !== 'file' && type !== 'directory') {
          throw new BackupError(
            `The database contains ${name}, a ${type}, which cannot be backed up.`,
          );
        }
        const clean = path.posix.join('postgres', name);
        await add('postgres', { name: clean, type, size, mode: mode ?? 0o600 }, entry);
      }
    } finally {
      base.destroy();
    }
    await read;
  }

  async function addFolder(part: BackupPart, inside: string): Promise<void> {
    const here = path.join(dataDir, part, inside);
    const found = await opendir(here).catch(ignoreMissing);
    if (!found) return;
    for await (const entry of found as AsyncIterable<Dirent>) {
      const name = inside ? `${inside}/${entry.name}` : entry.name;
      if (entry.isDirectory()) await addFolder(part, name);
      else if (entry.isFile()) await addFile(part, name);
    }
  }

  /** Adds a file if it still exists. */
  async function addFile(part: BackupPart, inside = ''): Promise<void> {
    const name = inside ? `${part}/${inside}` : part;
    const handle = await open(path.join(dataDir, name), 'r').catch(ignoreMissing);
    if (!handle) return;
    try {
      const { size } = await handle.stat();
      // A file may grow; the size in the archive is fixed.
      const content = size > 0 ? handle.createReadStream({ end: size - 1, autoClose: false }) : [];
      await add(part, { name, size, mode: 0o600 }, toAsync(content));
    } finally {
      await handle.close();
    }
  }
}

async function* toAsync(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield* pieces;
}

async function addText(archive: Pack, name: string, text: string): Promise<void> {
  const bytes = Buffer.from(text);
  await addEntry(archive, { name, size: bytes.length, mode: 0o600 }, toAsync([bytes]));
}

async function addEntry(
  archive: Pack,
  header: Headers,
  content?: AsyncIterable<Uint8Array>,
  update: (piece: Uint8Array) => void = () => undefined,
): Promise<void> {
  const sink = archive.entry(header);
  const hashed = async function* () {
    for await (const piece of content ?? []) {
      update(piece);
      yield piece;
    }
  };
  await pipeline(hashed, sink);
}

function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

function reportFolder(folder: string) {
  return (error: Error): never => {
    throw new BackupError(`Cannot write to ${folder}: ${error.message}`, { cause: error });
  };
}

function toBackupError(error: unknown, folder: string): unknown {
  if (!(error instanceof Error) || error instanceof BackupError) return error;
  const code = 'code' in error ? error.code : undefined;
  if (error.name === 'AbortError') return new BackupError('The backup was stopped.');
  if (code === 'ENOSPC') {
    return new BackupError(`The disk of ${folder} is full, so no backup was made.`);
  }
  if (error instanceof pg.DatabaseError && code === '42501') {
    return new BackupError(
      'The role of the database may not make backups yet: restart the server once.',
    );
  }
  return new BackupError(`The backup failed: ${error.message}`, { cause: error });
}
