import { createHash } from 'node:crypto';
import { webGameConstants } from '#shared/constants/game-library/web-games.ts';
import type { TempDir } from '../../gallery/storage/temp-dirs.ts';
import { openZip } from '../../lib/zip/open-zip.ts';
import type { ZipLimits } from '../../lib/zip/zip-rules.ts';
import { type ReceivedFile, toDiskError } from '../receive-download-file.ts';
import { getContentType } from './content-types.ts';
import { createZipError } from './zip-problems.ts';

/** A file of a web game, and its place in the unpacked content. */
export interface WebGameEntry {
  path: string;
  start: number;
  bytes: number;
}

export interface UnpackedWebGame {
  /** All files, one after the other. */
  file: ReceivedFile;
  entries: WebGameEntry[];
}

/**
 * Unpacks the zip of a web game into one file.
 * @throws AppError `web-game-zip`, `download-disk-full`.
 */
export async function unpackZip(
  dir: TempDir,
  zipPath: string,
  limits: ZipLimits = webGameConstants,
): Promise<UnpackedWebGame> {
  const hash = createHash('sha256');
  const entries: WebGameEntry[] = [];
  try {
    return await openZip(zipPath, { limits, createError: createZipError }, async (files) => {
      const other = files.find((file) => getContentType(file.path) === null);
      if (other) throw createZipError('type', other.path);
      const index = files.find((file) => file.path === 'index.html');
      if (!index || index.bytes === 0) throw createZipError('index');
      const { path, bytes } = await dir.write(unpack(), { bytesMax: limits.bytesMax });
      return { file: { path, bytes, sha256: hash.digest('hex') }, entries };

      async function* unpack() {
        let start = 0;
        for (const file of files) {
          for await (const piece of file.read()) {
            hash.update(piece);
            yield piece;
          }
          entries.push({ path: file.path, start, bytes: file.bytes });
          start += file.bytes;
        }
      }
    });
  } catch (error) {
    throw toDiskError(error);
  }
}
