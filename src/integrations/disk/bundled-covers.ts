import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { BundledCovers } from '#domain/catalog/covers/cover-renderer.ts';

/** Paths as `catalog/draw-pictures.ts` makes them: below our folders, with one dot before the extension. */
const drawnPath = /^\/art\/((?:[a-z0-9-]+\/)*[a-z0-9-]+\.svg)$/;

/**
 * Reads the drawn pictures of `folder`, which is served under /art. No path can leave the folder.
 */
export function createBundledCovers(folder: string): BundledCovers {
  return {
    async read(picturePath) {
      const [, name] = drawnPath.exec(picturePath) ?? [];
      if (!name) return null;
      try {
        return await readFile(path.join(folder, name));
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
        throw error;
      }
    },
  };
}
