import { Readable } from 'node:stream';

interface SentFile {
  stream: Readable;
  /** Null if it is not known before the end. */
  bytes: number | null;
  /** In ASCII: the name under which browsers save it. */
  name: string;
  contentType: string;
}

/**
 * Answers with a file for one reader, which browsers save. The router leaves the body out of an answer to HEAD
 * without closing it, so the file is closed here.
 */
export function createFileResponse(
  { method }: Request,
  { stream, bytes, name, contentType }: SentFile,
): Response {
  if (method === 'HEAD') stream.destroy();
  const body = method === 'HEAD' ? null : (Readable.toWeb(stream) as ReadableStream);
  return new Response(body, {
    headers: {
      'Content-Type': contentType,
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'private, no-store',
      ...(bytes !== null && { 'Content-Length': String(bytes) }),
    },
  });
}
