/** An origin that no server has: a path that resolves to another origin leads to another site. */
const base = 'http://path.invalid';

/** Longer paths are ignored. */
const nextMax = 2_000;

/**
 * The path to redirect to after a login if it stays on this site, else `/`. Rejected are other schemes and
 * hosts, `//host`, and what browsers treat like it: backslashes, control characters, tabs.
 */
export function toSafePath(value: unknown): string {
  if (typeof value !== 'string' || value.length > nextMax) return '/';
  for (const character of value) {
    if (character === '\\' || character <= ' ' || character === '\u007f') return '/';
  }
  return resolveWithinSite(value) ?? '/';
}

/** Resolves and encodes a path as browsers do; null if it leads to another site. */
export function resolveWithinSite(path: string): string | null {
  if (!/^\/(?![/\\])/.test(path) || !URL.canParse(path, base)) return null;
  const url = new URL(path, base);
  // Dots are already resolved here: `/.//host` would become `//host`.
  if (url.origin !== base || url.pathname.startsWith('//')) return null;
  return url.pathname + url.search + url.hash;
}
