import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { TempDir, TempDirs } from '#domain/gallery/storage/temp-dirs.ts';
import { AppError } from '#shared/errors/app-error.ts';

// This old name stays, so that folders that an earlier version left are deleted too.
const prefix = 'room-';

/** How often the time of a folder in use is set. Older folders are deleted after an hour. */
const touchEveryMs = 10 * 60_000;

/** Creates temp dirs in `folder`, which is created when it is needed. */
export function createTempDirs(folder: string): TempDirs {
  return {
    async use(work) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const dir = await mkdtemp(path.join(folder, prefix));
      // Writing into a file does not change the time of its folder, and a large file may take hours.
      const timer = setInterval(() => {
        const now = new Date();
        utimes(dir, now, now).catch(() => undefined);
      }, touchEveryMs).unref();
      try {
        return await work({ folder: dir, write: (source, options) => write(dir, source, options) });
      } finally {
        clearInterval(timer);
        await rm(dir, { recursive: true, force: true });
      }
    },

    async removeOlderThan(before) {
      const names = await readdir(folder).catch(() => []);
      for (const name of names.filter((one) => one.startsWith(prefix))) {
        const dir = path.join(folder, name);
        const changed = await stat(dir).catch(() => null);
        if (changed && changed.mtime < before) await rm(dir, { recursive: true, force: true });
      }
    },
  };
}

async function write(
  folder: string,
  source: AsyncIterable<Uint8Array>,
  { bytesMax, onProgress }: Parameters<TempDir['write']>[1],
): ReturnType<TempDir['write']> {
  const file = path.join(folder, randomUUID());
  let bytes = 0;
  async function* countBytes(pieces: AsyncIterable<Uint8Array>) {
    for await (const piece of pieces) {
      bytes += piece.byteLength;
      if (bytes > bytesMax) throw new AppError('upload-bytes');
      onProgress?.(bytes);
      yield piece;
    }
  }
  try {
    await pipeline(source, countBytes, createWriteStream(file, { flags: 'wx', mode: 0o600 }));
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
  return { path: file, bytes };
}
