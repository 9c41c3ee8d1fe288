import { createHash } from 'node:crypto';

/** Other origins that pages may load from. */
interface ExternalOrigins {
  pictures: readonly string[];
  /** Origins that scripts may send requests to. */
  connections: readonly string[];
}

/** Creates the content security policies of pages: what they may load, and which inline scripts may run. */
export function createPolicies({ pictures, connections }: ExternalOrigins) {
  const base = [
    "default-src 'self'",
    ["img-src 'self' data: blob:", ...pictures].join(' '),
    ...(connections.length > 0 ? [["connect-src 'self'", ...connections].join(' ')] : []),
    "style-src 'self'",
    // React and the positioned pop-ups write style attributes.
    "style-src-attr 'unsafe-inline'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ];
  const withScripts = (sources: string) => [...base, `script-src 'self' ${sources}`].join('; ');
  return {
    /**
     * The policy of a page whose inline scripts have `nonce`. It shows frames of `frameOrigin` only; without
     * it, `default-src` applies, and no page of the site can be in a frame.
     */
    withNonce: (nonce: string, frameOrigin: string | null = null) =>
      withScripts(`'nonce-${nonce}'`) + (frameOrigin === null ? '' : `; frame-src ${frameOrigin}`),
    /**
     * The policy of a cached page. Inline scripts that were rendered with `nonce` are listed by hash, and
     * the returned page has no nonce.
     */
    withHashes: (html: string, nonce: string) => ({
      html: html.replaceAll(` nonce="${nonce}"`, ''),
      policy: withScripts([...hashScripts(html, nonce)].join(' ')),
    }),
  };
}

/**
 * The hashes of the scripts with the nonce. An injected script cannot have it, because each rendering has a
 * new nonce.
 */
function hashScripts(html: string, nonce: string): Set<string> {
  const hashes = new Set<string>();
  const scripts = new RegExp(`<script[^>]* nonce="${nonce}"([^>]*)>([\\s\\S]*?)</script>`, 'g');
  for (const [, , script = ''] of html.matchAll(scripts)) {
    if (script === '') continue;
    hashes.add(`'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  }
  return hashes;
}

/**
 * The policy of every response that has none of its own, such as files, data, redirects and texts: opened in a
 * browser, it loads nothing, runs nothing and is in no frame.
 */
export const contentPolicy =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export interface TransportSettings {
  /** The public origin, if it is configured. */
  origin: string | undefined;
  /** Whether all hosts below that of the origin have https, too. */
  includesSubDomains: boolean;
}

/** The headers of every response. */
export function createCommonHeaders(transport: TransportSettings): [name: string, value: string][] {
  return [
    ['X-Content-Type-Options', 'nosniff'],
    ['Referrer-Policy', 'strict-origin-when-cross-origin'],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Permissions-Policy', 'camera=(self), geolocation=(), microphone=()'],
    ...listStrictTransport(transport),
  ];
}

/** For origins with https: one year. Hosts below it are included only by a setting: they may have no https. */
export function listStrictTransport({
  origin,
  includesSubDomains,
}: TransportSettings): [name: string, value: string][] {
  if (!origin?.startsWith('https:')) return [];
  const value = `max-age=31536000${includesSubDomains ? '; includeSubDomains' : ''}`;
  return [['Strict-Transport-Security', value]];
}
