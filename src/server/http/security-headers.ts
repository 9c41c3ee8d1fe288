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
    /**
     * Of a page that is cached and sent to many: the inline scripts that were rendered with `nonce` are
     * listed by hash, and the page comes back without it.
     */
    withHashes: (html: string, nonce: string) => ({
      html: html.replaceAll(` nonce="${nonce}"`, ''),
      policy: withScripts([...hashesOf(html, nonce)].join(' ')),
    }),
  };
}

/**
 * The hashes of the scripts that carry the nonce. One that somebody else brought into the page cannot: the
 * nonce is made for each render.
 */
function hashesOf(html: string, nonce: string): Set<string> {
  const hashes = new Set<string>();
  const scripts = new RegExp(`<script[^>]* nonce="${nonce}"([^>]*)>([\\s\\S]*?)</script>`, 'g');
  for (const [, , script = ''] of html.matchAll(scripts)) {
    if (script === '') continue;
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
