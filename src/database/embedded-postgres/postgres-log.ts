import { type FileHandle, open, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';

const LARGEST_LOG_BYTES = 10 * 1024 * 1024;

/**
 * Opens the log of Postgres for appending. A log of more than 10 MB is renamed to `postgres.log.1`
 * first.
 */
export async function openLog(dataDir: string): Promise<FileHandle> {
  const path = join(dataDir, 'postgres.log');
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  );
  if (size > LARGEST_LOG_BYTES) await rename(path, `${path}.1`);
  return open(path, 'a+', 0o600);
}

/** Reads what was appended after `position`, at most 64 KB. */
export async function readLogFrom(file: FileHandle, position: number): Promise<string> {
  const { size } = await file.stat();
  const length = Math.max(0, Math.min(size - position, 64 * 1024));
  const { buffer } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.toString();
}
