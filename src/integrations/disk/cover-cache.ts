import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Log } from '#domain/base-context.ts';
import type { CoverCache } from '#domain/catalog/covers/cover-renderer.ts';

const keyForm = /^[0-9a-f]{64}$/;
/** What is being written ends so; nobody reads it. */
const partSuffix = '.part';
/** When a file was used last is noted no more often, in milliseconds: it only orders them at a start. */
const notedEveryMs = 60 * 60 * 1000;
/** How many files are looked at together at a start. */
const statsAtOnce = 16;

interface Kept {
  bytes: number;
  /** Milliseconds since 1970. */
  usedAt: number;
}

/**
 * Keeps pictures as files of `folder`, of `maxBytes` together. They outlive the process; what a crash
 * left half written is cleared away at the next start. Trouble with the disk is logged, and then
 * nothing is kept.
 */
export function createCoverCache(
  folder: string,
  { maxBytes, log }: { maxBytes: number; log: Log },
): CoverCache {
  /** What is there, the least recently used first. */
  const index = new Map<string, Kept>();
  let total = 0;
  let troubled = false;
  let opened: Promise<void> | undefined;

  function trouble(error: unknown): void {
    if (!troubled) log.warn({ err: error, folder }, 'pictures cannot be kept on this disk');
    troubled = true;
  }

  /** Done once; a disk that was not ready is tried again. */
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
    for (const name of names) {
      if (name.endsWith(partSuffix)) await rm(path.join(folder, name), { force: true });
    }
    const found: [string, Kept][] = [];
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
    for (const [key, kept] of found) put(key, kept);
    await makeRoom();
  }

  function put(key: string, kept: Kept): void {
    total += kept.bytes - (index.get(key)?.bytes ?? 0);
    index.delete(key);
    index.set(key, kept);
  }

  async function makeRoom(): Promise<void> {
    for (const [key, { bytes }] of index) {
      if (total <= maxBytes) return;
      // First out of the count: two who make room at the same time do not count it twice.
      index.delete(key);
      total -= bytes;
      await rm(path.join(folder, key), { force: true });
    }
  }

  /** Moves a picture to the end of those that may go. */
  async function use(key: string, bytes: number): Promise<void> {
    const now = Date.now();
    const last = index.get(key)?.usedAt ?? 0;
    const noted = now - last < notedEveryMs;
    put(key, { bytes, usedAt: noted ? last : now });
    if (!noted) await utimes(path.join(folder, key), new Date(now), new Date(now));
  }

  return {
    async has(key) {
      try {
        await open();
        return index.has(key);
      } catch (error) {
        trouble(error);
        return false;
      }
    },

    async read(key) {
      if (!keyForm.test(key)) return null;
      try {
        await open();
        if (!index.has(key)) return null;
        const bytes = await readFile(path.join(folder, key));
        if (bytes.byteLength === 0) return null;
        await use(key, bytes.byteLength);
        return bytes;
      } catch (error) {
        // Whoever clears the folder by hand only makes pictures be made again.
        if (!isMissing(error)) trouble(error);
        return null;
      }
    },

    async write(key, picture) {
      if (!keyForm.test(key)) return;
      const part = path.join(folder, `${randomUUID()}${partSuffix}`);
      try {
        await open();
        // On the disk before it has its name: a picture cut by a crash would be served for ever.
        await writeFile(part, picture, { mode: 0o600, flush: true });
        await rename(part, path.join(folder, key));
        put(key, { bytes: picture.byteLength, usedAt: Date.now() });
        troubled = false;
        await makeRoom();
      } catch (error) {
        trouble(error);
        await rm(part, { force: true }).catch(() => undefined);
      }
    },
  };
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
