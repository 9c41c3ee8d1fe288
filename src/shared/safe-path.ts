/** Any origin that no server has: a path that leaves it leads to another site. */
const base = 'http://path.invalid';

/**
 * The path to go on to after a login, if it stays on this site; `/` for anything else: another scheme or
 * host, `//host`, and what browsers read as that (backslashes, control characters, tabs in between).
 */
export function safePath(value: unknown): string {
  if (typeof value !== 'string' || !/^\/(?![/\\])/.test(value) || value.length > 2_000) return '/';
  for (const character of value) {
    if (character === '\\' || character <= ' ' || character === '\u007f') return '/';
  }
  if (!URL.canParse(value, base)) return '/';
  const url = new URL(value, base);
  // Dots are resolved first: `/.//host` would become `//host`.
  if (url.origin !== base || url.pathname.startsWith('//')) return '/';
  return url.pathname + url.search + url.hash;
}
