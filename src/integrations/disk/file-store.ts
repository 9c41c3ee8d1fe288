import { copyFile, mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { FileStore } from '#domain/gallery/storage/file-store.ts';
import { checkedName } from '../lib/storage-key.ts';

/** Keeps files under `folder`, which it makes when it is needed. */
export function createDiskFiles(folder: string): FileStore {
  const place = (name: string) => path.join(folder, checkedName(name));
  return {
    async keep(name, from) {
      const target = place(name);
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
      await sync(from);
      await move(from, target);
      // The name has to outlive a crash, too.
      await sync(path.dirname(target));
    },

    async open(name) {
      try {
        const handle = await open(place(name), 'r');
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
      await rm(place(name), { force: true });
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

/** Over the border of a file system it is copied under another name first: nobody reads a half. */
async function move(from: string, target: string): Promise<void> {
  try {
    await rename(from, target);
  } catch (error) {
    if (!hasCode(error, 'EXDEV')) throw error;
    const draft = `${target}.part`;
    await copyFile(from, draft);
    await sync(draft);
    await rename(draft, target);
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
