import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import type { BundleFolder } from '#domain/game-files/bundle-files.ts';

/** Opens the folder of a file with games. A path or a link that leads out of it is as good as no file. */
export function openBundleFolder(folder: string): BundleFolder {
  return {
    async open(name) {
      try {
        const root = await realpath(folder);
        const file = await realpath(path.resolve(root, name));
        if (!file.startsWith(path.join(root, path.sep))) return null;
        const found = await stat(file);
        if (!found.isFile()) return null;
        const stream = () => createReadStream(file);
        return { name: path.basename(file), bytes: found.size, stream };
      } catch {
        // It does not exist, cannot be read, or has no possible name.
        return null;
      }
    },
  };
}
