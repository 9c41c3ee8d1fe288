/** Any origin that no server has: a path that leaves it leads to another site. */
const base = 'http://path.invalid';

/** Longer ones are not worth going back to. */
const nextMax = 2_000;

/**
 * The path to go on to after a login, if it stays on this site; `/` for anything else: another scheme or
 * host, `//host`, and what browsers read as that (backslashes, control characters, tabs in between).
 */
export function safePath(value: unknown): string {
  if (typeof value !== 'string' || value.length > nextMax) return '/';
  for (const character of value) {
    if (character === '\\' || character <= ' ' || character === '\u007f') return '/';
  }
  return withinSite(value) ?? '/';
}

/** A path as browsers resolve it, encoded as a header needs it; null if it leads to another site. */
export function withinSite(path: string): string | null {
  if (!/^\/(?![/\\])/.test(path) || !URL.canParse(path, base)) return null;
  const url = new URL(path, base);
  // Dots are resolved first: `/.//host` would become `//host`.
  if (url.origin !== base || url.pathname.startsWith('//')) return null;
  return url.pathname + url.search + url.hash;
}
