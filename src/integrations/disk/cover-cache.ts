import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Log } from '#domain/base-context.ts';
import type { CoverCache } from '#domain/catalog/covers/cover-renderer.ts';

const keyForm = /^[0-9a-f]{64}$/;
/** The suffix of files that are being written. Nobody reads them. */
const partSuffix = '.part';
/** An older one was left by a crash. Other processes of the instance write to the same folder. */
const partMaxMs = 10 * 60 * 1000;
/**
 * How often the time of the last use is written to a file, in milliseconds. It only orders the
 * files at the next start.
 */
const touchEveryMs = 60 * 60 * 1000;
/** How many files are read in parallel at the start. */
const statsAtOnce = 16;

interface CachedFile {
  bytes: number;
  /** Milliseconds since 1970. */
  usedAt: number;
}

/**
 * Caches pictures as files in `folder`, up to `maxBytes` in all. The files survive the process;
 * files that a crash left incomplete are deleted at the next start. Errors of the disk are logged,
 * and nothing is cached then.
 */
export function createCoverCache(
  folder: string,
  { maxBytes, log }: { maxBytes: number; log: Log },
): CoverCache {
  /** The cached pictures, least recently used first. */
  const index = new Map<string, CachedFile>();
  let total = 0;
  let hasFailed = false;
  let opened: Promise<void> | undefined;

  function logFailure(error: unknown): void {
    if (!hasFailed) log.warn({ err: error, folder }, 'pictures cannot be cached on this disk');
    hasFailed = true;
  }

  /** Reads the folder once. After a failure the next call tries again. */
  function open(): Promise<void> {
    opened ??= readFolder().catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  }

  async function readFolder(): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const names = await readdir(folder);
    for (const name of names) if (name.endsWith(partSuffix)) await removeOldPart(name);
    const found: [string, CachedFile][] = [];
    const keys = names.filter((name) => keyForm.test(name));
    for (let at = 0; at < keys.length; at += statsAtOnce) {
      await Promise.all(
        keys.slice(at, at + statsAtOnce).map(async (key) => {
          const { size, mtimeMs } = await stat(path.join(folder, key));
          found.push([key, { bytes: size, usedAt: mtimeMs }]);
        }),
      );
    }
    found.sort(([, a], [, b]) => a.usedAt - b.usedAt);
    for (const [key, file] of found) addToIndex(key, file);
    await evict();
  }

  async function removeOldPart(name: string): Promise<void> {
    const file = path.join(folder, name);
    const part = await stat(file).catch(() => null);
    if (part && Date.now() - part.mtimeMs > partMaxMs) await rm(file, { force: true });
  }

  function addToIndex(key: string, file: CachedFile): void {
    total += file.bytes - (index.get(key)?.bytes ?? 0);
    index.delete(key);
    index.set(key, file);
  }

  async function evict(): Promise<void> {
    for (const [key, { bytes }] of index) {
      if (total <= maxBytes) return;
      // Removed from the index first, so that two simultaneous calls do not count the file twice.
      index.delete(key);
      total -= bytes;
      await rm(path.join(folder, key), { force: true });
    }
  }

  /** Marks a picture as the most recently used one. */
  async function markUsed(key: string, bytes: number): Promise<void> {
    const now = Date.now();
    const last = index.get(key)?.usedAt ?? 0;
    const isRecent = now - last < touchEveryMs;
    addToIndex(key, { bytes, usedAt: isRecent ? last : now });
    if (!isRecent) await utimes(path.join(folder, key), new Date(now), new Date(now));
  }

  return {
    async has(key) {
      try {
        await open();
        return index.has(key);
      } catch (error) {
        logFailure(error);
        return false;
      }
    },

    async read(key) {
      if (!keyForm.test(key)) return null;
      try {
        await open();
        // A picture that is not in the index may have been written by another process.
        const bytes = await readFile(path.join(folder, key));
        if (bytes.byteLength === 0) return null;
        await markUsed(key, bytes.byteLength);
        return bytes;
      } catch (error) {
        // When somebody clears the folder by hand, the pictures are made again.
        if (!isMissing(error)) logFailure(error);
        return null;
      }
    },

    async write(key, picture) {
      if (!keyForm.test(key)) return;
      const tempFile = path.join(folder, `${randomUUID()}${partSuffix}`);
      try {
        await open();
        // Flushed to disk before it gets its name: otherwise a picture that a crash cut off would
        // be served for ever.
        await writeFile(tempFile, picture, { mode: 0o600, flush: true });
        await rename(tempFile, path.join(folder, key));
        addToIndex(key, { bytes: picture.byteLength, usedAt: Date.now() });
        hasFailed = false;
        await evict();
      } catch (error) {
        logFailure(error);
        await rm(tempFile, { force: true }).catch(() => undefined);
      }
    },
  };
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
