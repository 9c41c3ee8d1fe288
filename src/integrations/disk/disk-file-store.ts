import { copyFile, mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { FileStore } from '#domain/gallery/storage/file-store.ts';
import { checkStorageKey } from '../lib/storage-key.ts';

/** Stores files in `folder`, which is created when it is needed. */
export function createDiskFileStore(folder: string): FileStore {
  const pathOf = (name: string) => path.join(folder, checkStorageKey(name));
  return {
    async save(name, from) {
      const target = pathOf(name);
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
      await sync(from);
      await move(from, target);
      // The directory entry must survive a crash too.
      await sync(path.dirname(target));
    },

    async open(name) {
      try {
        const handle = await open(pathOf(name), 'r');
        try {
          const { size } = await handle.stat();
          return { stream: handle.createReadStream({ highWaterMark: 256 * 1024 }), bytes: size };
        } catch (error) {
          await handle.close();
          throw error;
        }
      } catch (error) {
        if (hasCode(error, 'ENOENT')) return null;
        throw error;
      }
    },

    async remove(name) {
      await rm(pathOf(name), { force: true });
    },
  };
}

async function sync(file: string): Promise<void> {
  const handle = await open(file, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Moves a file. On another file system it is copied under a temporary name first, so that nobody
 * reads an incomplete file.
 */
async function move(from: string, target: string): Promise<void> {
  try {
    await rename(from, target);
  } catch (error) {
    if (!hasCode(error, 'EXDEV')) throw error;
    const tempCopy = `${target}.part`;
    await copyFile(from, tempCopy);
    await sync(tempCopy);
    await rename(tempCopy, target);
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
