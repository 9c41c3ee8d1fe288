import { parseAccept } from 'hono/utils/accept';

/** Browsers send 30 characters. Reading a header as long as a request allows would take milliseconds. */
const readMax = 256;

/**
 * The encodings of the server that a client accepts: those in the header `Accept-Encoding` without the quality 0.
 * A longer header than programs send accepts none.
 */
export function readAcceptedEncodings(header: string | null | undefined): {
  br: boolean;
  gzip: boolean;
} {
  const entries = header && header.length <= readMax ? parseAccept(header) : [];
  const qualities = new Map(entries.map(({ type, q }) => [type.toLowerCase(), q]));
  const accepts = (encoding: string) => (qualities.get(encoding) ?? qualities.get('*') ?? 0) > 0;
  return { br: accepts('br'), gzip: accepts('gzip') };
}
