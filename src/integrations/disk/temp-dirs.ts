import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { TempDir, TempDirs } from '#domain/gallery/storage/temp-dirs.ts';
import { AppError } from '#shared/errors/app-error.ts';

const prefix = 'room-';

/** Rooms are folders in `folder`, which it makes when it is needed. */
export function createTempDirs(folder: string): TempDirs {
  return {
    async enter(work) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const own = await mkdtemp(path.join(folder, prefix));
      try {
        return await work({ folder: own, write: (source, options) => write(own, source, options) });
      } finally {
        await rm(own, { recursive: true, force: true });
      }
    },

    async tidy(before) {
      const names = await readdir(folder).catch(() => []);
      for (const name of names.filter((one) => one.startsWith(prefix))) {
        const room = path.join(folder, name);
        const changed = await stat(room).catch(() => null);
        if (changed && changed.mtime < before) await rm(room, { recursive: true, force: true });
      }
    },
  };
}

async function write(
  folder: string,
  source: AsyncIterable<Uint8Array>,
  { bytesMax, noted }: Parameters<TempDir['write']>[1],
): ReturnType<TempDir['write']> {
  const file = path.join(folder, randomUUID());
  let bytes = 0;
  async function* counted(pieces: AsyncIterable<Uint8Array>) {
    for await (const piece of pieces) {
      bytes += piece.byteLength;
      if (bytes > bytesMax) throw new AppError('upload-bytes');
      noted?.(bytes);
      yield piece;
    }
  }
  try {
    await pipeline(source, counted, createWriteStream(file, { flags: 'wx', mode: 0o600 }));
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
  return { path: file, bytes };
}
