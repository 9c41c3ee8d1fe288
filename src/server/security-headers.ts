import { createHash } from 'node:crypto';

/** What pages may load from elsewhere, by origin. */
interface Elsewhere {
  pictures: readonly string[];
  /** What scripts may talk to. */
  connections: readonly string[];
}

/** Policies of pages: for what they may load, and which inline scripts of theirs may run. */
export function createPolicies({ pictures, connections }: Elsewhere) {
  const base = [
    "default-src 'self'",
    ["img-src 'self' data: blob:", ...pictures].join(' '),
    ...(connections.length > 0 ? [["connect-src 'self'", ...connections].join(' ')] : []),
    "style-src 'self'",
    // React and the positioned pop-ups write style attributes.
    "style-src-attr 'unsafe-inline'",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ];
  const withScripts = (sources: string) => [...base, `script-src 'self' ${sources}`].join('; ');
  return {
    /** Of a page whose inline scripts carry `nonce`. */
    withNonce: (nonce: string) => withScripts(`'nonce-${nonce}'`),
    /** Of a page that is kept and sent to many: its inline scripts are listed by hash. */
    withHashes: (html: string) => withScripts([...hashesOf(html)].join(' ')),
  };
}

/** What only looks like a script, as structured data does, is never run and needs no permission. */
function hashesOf(html: string): Set<string> {
  const hashes = new Set<string>();
  for (const [, attributes = '', script = ''] of html.matchAll(
    /<script([^>]*)>([\s\S]*?)<\/script>/g,
  )) {
    if (/\ssrc=|\stype="application\/ld\+json"/.test(attributes)) continue;
    hashes.add(`'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  }
  return hashes;
}

/** Headers of every answer, pages and data alike; `origin` is the public one where it is set. */
export function commonHeaders(origin: string | undefined): [name: string, value: string][] {
  const headers: [string, string][] = [
    ['X-Content-Type-Options', 'nosniff'],
    ['Referrer-Policy', 'strict-origin-when-cross-origin'],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Permissions-Policy', 'camera=(self), geolocation=(), microphone=()'],
  ];
  // A year; for this host alone, as nothing is known of its neighbours.
  if (origin?.startsWith('https:')) headers.push(['Strict-Transport-Security', 'max-age=31536000']);
  return headers;
}
