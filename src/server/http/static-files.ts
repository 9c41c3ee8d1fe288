import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Hono } from 'hono';
import { serveStatic } from 'hono/serve-static';
import { LRUCache } from 'lru-cache';
import type { Env } from './app-env.ts';

const forEver = 'public, max-age=31536000, immutable';
/** Files that keep their name when their content changes. */
const aDay = 'public, max-age=86400';
const cacheBytes = 24 * 1024 * 1024;
const cachedFileBytes = 1024 * 1024;

type Bytes = Uint8Array<ArrayBuffer>;

/** Serves the built client. Names under /static and hashed pictures never change their content. */
export function assetRoutes(clientDirectory: string): Hono<Env> {
  const routes = new Hono<Env>();
  const read = cachedFiles();
  const files = serveStatic<Env>({
    root: clientDirectory,
    join: path.join,
    precompressed: true,
    getContent: read,
    onFound(_file, c) {
      const { path } = c.req;
      const hashed = path.startsWith('/static/') || /-[0-9a-f]{8}\.(svg|png)$/.test(path);
      c.header('Cache-Control', hashed ? forEver : aDay);
    },
  });
  routes.get('/static/*', files);
  routes.get('/art/*', files);
  routes.get('/favicon.svg', files);
  for (const folder of ['/static/*', '/art/*'])
    routes.all(folder, (c) => c.text('Not found.', 404));
  return routes;
}

/**
 * Reads files, null for what is not there. All responses with a file share its bytes: a stream for each
 * of them would hold an open file until its client has read it.
 */
function cachedFiles(): (file: string) => Promise<Bytes | null> {
  const missing: Bytes = new Uint8Array(0);
  const cache = new LRUCache<string, Bytes>({
    maxSize: cacheBytes,
    maxEntrySize: cachedFileBytes,
    sizeCalculation: (bytes) => bytes.byteLength + 1_000,
    fetchMethod: async (file) => {
      const bytes = await readOrNull(file);
      // That a file has no such compressed form is asked at each request; other names nobody has.
      return bytes ?? (/\.(br|zst|gz)$/.test(file) ? missing : undefined);
    },
  });
  return async (file) => {
    const bytes = await cache.fetch(file);
    return bytes === undefined || bytes === missing ? null : bytes;
  };
}

async function readOrNull(file: string): Promise<Bytes | null> {
  try {
    return await readFile(file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && absent.has(String(error.code))) return null;
    throw error;
  }
}

const absent = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG']);
