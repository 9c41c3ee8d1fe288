import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { BundledCovers } from '#domain/catalog/covers/cover-renderer.ts';

/** The names that `catalog/draw.ts` gives: no dots but the last, no folder but one of ours. */
const drawnPath = /^\/art\/((?:[a-z0-9-]+\/)*[a-z0-9-]+\.svg)$/;

/** The drawn pictures of `folder`, which is served under /art; nothing outside of it has such a path. */
export function createBundledCovers(folder: string): BundledCovers {
  return {
    async read(address) {
      const [, name] = drawnPath.exec(address) ?? [];
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
