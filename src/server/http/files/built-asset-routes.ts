import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Hono } from 'hono';
import { serveStatic } from 'hono/serve-static';
import { LRUCache } from 'lru-cache';
import type { Env } from '../hono-env.ts';

const immutableCaching = 'public, max-age=31536000, immutable';
/** For files whose content can change under the same name. */
const dayCaching = 'public, max-age=86400';
const cacheBytes = 24 * 1024 * 1024;
const cachedFileBytes = 1024 * 1024;

type Bytes = Uint8Array<ArrayBuffer>;

/** Serves the built client. Files under /static and pictures with a hash in their name never change. */
export function createAssetRoutes(clientDirectory: string): Hono<Env> {
  const routes = new Hono<Env>();
  const read = createFileReader();
  const files = serveStatic<Env>({
    root: clientDirectory,
    join: path.join,
    precompressed: true,
    getContent: read,
    onFound(_file, c) {
      const { path } = c.req;
      const isHashed = path.startsWith('/static/') || /-[0-9a-f]{8}\.(svg|png)$/.test(path);
      c.header('Cache-Control', isHashed ? immutableCaching : dayCaching);
    },
  });
  routes.get('/static/*', files);
  routes.get('/art/*', files);
  for (const folder of ['/static/*', '/art/*'])
    routes.all(folder, (c) => c.text('Not found.', 404));
  return routes;
}

/**
 * Creates a cached file reader, which returns null for a missing file. All responses share the bytes of a
 * file. Streams would keep the file open until each client has read it.
 */
function createFileReader(): (file: string) => Promise<Bytes | null> {
  const missing: Bytes = new Uint8Array(0);
  const cache = new LRUCache<string, Bytes>({
    maxSize: cacheBytes,
    maxEntrySize: cachedFileBytes,
    sizeCalculation: (bytes, file) => bytes.byteLength + 2 * file.length + 1_000,
    fetchMethod: async (file): Promise<Bytes | undefined> => {
      const bytes = await readOrNull(file);
      // Missing compressed variants of a file are cached, because each request for it tries them. Other missing
      // files are not: clients invent their names.
      return bytes ?? (isVariantOfCached(file) ? missing : undefined);
    },
  });
  const isVariantOfCached = (file: string) => {
    const [, original] = /^(.+)\.(?:br|zst|gz)$/.exec(file) ?? [];
    return original !== undefined && (cache.peek(original)?.byteLength ?? 0) > 0;
  };
  return async (file) => {
    const bytes = await cache.fetch(file);
    return bytes === undefined || bytes === missing ? null : bytes;
  };
}

async function readOrNull(file: string): Promise<Bytes | null> {
  try {
    return await readFile(file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && missingFileCodes.has(String(error.code)))
      return null;
    throw error;
  }
}

/** The last one is the error of a name with a null character. */
const missingFileCodes = new Set([
  'ENOENT',
  'ENOTDIR',
  'EISDIR',
  'ENAMETOOLONG',
  'ERR_INVALID_ARG_VALUE',
]);
