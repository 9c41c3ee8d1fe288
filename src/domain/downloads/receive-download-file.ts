import { createHash } from 'node:crypto';
import { AppError, type AppErrorDetails, isAppError } from '#shared/errors/app-error.ts';
import type { TempDir } from '../gallery/storage/temp-dirs.ts';

/** A file that has arrived in a temp dir. */
export interface ReceivedFile {
  path: string;
  bytes: number;
  /** In hexadecimal digits. */
  sha256: string;
}

/**
 * Writes a file that is arriving into a temp dir. Its hash is computed meanwhile, so it is read once.
 * @throws AppError `download-bytes`, `download-empty`, `download-disk-full`; and what `source` throws.
 */
export async function receiveDownloadFile(
  dir: TempDir,
  source: AsyncIterable<Uint8Array>,
  bytesMax: number,
): Promise<ReceivedFile> {
  const hash = createHash('sha256');
  async function* hashed() {
    for await (const piece of source) {
      hash.update(piece);
      yield piece;
    }
  }
  try {
    const { path, bytes } = await dir.write(hashed(), { bytesMax });
    if (bytes === 0) throw new AppError('download-empty');
    return { path, bytes, sha256: hash.digest('hex') };
  } catch (error) {
    if (isAppError(error) && error.code === 'upload-bytes')
      throw new AppError('download-bytes', describeSizeLimit(bytesMax));
    throw toDiskError(error);
  }
}

/** The text of `download-bytes` with the limit. */
export function describeSizeLimit(bytesMax: number): AppErrorDetails {
  return {
    text: `A file may have ${Math.floor(bytesMax / 1_000_000).toLocaleString('en-US')} MB.`,
  };
}

/** The error of a full disk as an AppError; other errors unchanged. */
export function toDiskError(error: unknown): unknown {
  const isFull =
    error instanceof Error &&
    'code' in error &&
    (error.code === 'ENOSPC' || error.code === 'EDQUOT');
  return isFull ? new AppError('download-disk-full') : error;
}
