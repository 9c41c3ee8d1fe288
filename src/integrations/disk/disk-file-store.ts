import { copyFile, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { FileStore } from '#domain/gallery/storage/file-store.ts';
import { checkStorageFolder, checkStorageKey } from '../lib/storage-key.ts';

/** Stores files in `folder`, which is created when it is needed. */
export function createDiskFileStore(folder: string): FileStore {
  const pathOf = (name: string) => path.join(folder, checkStorageKey(name));
  return {
    isShared: false,

    async save(name, from) {
      const target = pathOf(name);
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
      await sync(from);
      await move(from, target);
      // The directory entry must survive a crash too.
      await sync(path.dirname(target));
    },

    async open(name, range) {
      try {
        const handle = await open(pathOf(name), 'r');
        try {
          const { size } = await handle.stat();
          const stream = handle.createReadStream({ ...range, highWaterMark: 256 * 1024 });
          return { stream, bytes: range ? Math.min(range.end + 1, size) - range.start : size };
        } catch (error) {
          await handle.close();
          throw error;
        }
      } catch (error) {
        if (hasCode(error, 'ENOENT')) return null;
        throw error;
      }
    },

    async *list(name) {
      const start = path.join(folder, checkStorageFolder(name));
      const entries = await opendir(start, { recursive: true }).catch(ignoreMissing);
      if (!entries) return;
      for await (const entry of entries) {
        if (!entry.isFile()) continue;
        const file = path.join(entry.parentPath, entry.name);
        // It may have been deleted since.
        const found = await stat(file).catch(ignoreMissing);
        if (!found) continue;
        const relative = path.relative(folder, file).split(path.sep).join('/');
        yield { name: relative, bytes: found.size, storedAt: found.mtime };
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

function ignoreMissing(error: unknown): null {
  if (hasCode(error, 'ENOENT')) return null;
  throw error;
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
