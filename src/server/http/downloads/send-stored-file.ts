import { Readable } from 'node:stream';
import type { Context } from 'hono';
import type { ByteRange } from '#domain/gallery/storage/file-store.ts';
import { matchesETag } from '../files/if-none-match.ts';
import type { Env } from '../hono-env.ts';
import { readByteRange } from './byte-range.ts';

interface SentFile {
  bytes: number;
  /** Names this content and no other. It becomes the ETag. */
  tag: string;
  /** The headers of an answer that has the file or a part of it. */
  headers: Record<string, string>;
  /** How `open` encodes the file; null for the file as it is. An encoded file is another content, without parts. */
  encoding?: string | null;
}

/** Answers with a file or a part of it (RFC 9110). `open` is called only if the answer has a body. */
export async function sendStoredFile(
  c: Context<Env>,
  { bytes, tag: fileTag, headers, encoding = null }: SentFile,
  open: (range: ByteRange | null) => Promise<Readable>,
): Promise<Response> {
  const tag = encoding === null ? fileTag : `${fileTag}-${encoding}`;
  const eTag = `"${tag}"`;
  c.header('ETag', eTag);
  c.header('Accept-Ranges', 'bytes');
  const ifMatch = c.req.header('If-Match');
  if (ifMatch !== undefined && ifMatch.trim() !== '*' && !listTags(ifMatch).includes(eTag))
    return c.body(null, 412);
  if (matchesETag(c.req.header('If-None-Match'), tag)) return c.body(null, 304);
  const ifRange = c.req.header('If-Range')?.trim();
  const isHead = c.req.method === 'HEAD';
  // A part of another content must not be appended. HEAD has no ranges.
  const range =
    isHead || (ifRange !== undefined && ifRange !== eTag)
      ? null
      : readByteRange(c.req.header('Range'), bytes);
  if (range === 'unsatisfiable') {
    c.header('Content-Range', `bytes */${bytes}`);
    return c.body(null, 416);
  }
  const stream = isHead ? null : await open(range);
  for (const [name, value] of Object.entries(headers)) c.header(name, value);
  if (encoding === null)
    c.header('Content-Length', String(range ? range.end + 1 - range.start : bytes));
  else c.header('Content-Encoding', encoding);
  if (range) c.header('Content-Range', `bytes ${range.start}-${range.end}/${bytes}`);
  if (!stream) return c.body(null, 200);
  return c.body(Readable.toWeb(stream) as ReadableStream, range ? 206 : 200);
}

const listTags = (header: string) => header.split(',').map((tag) => tag.trim());
