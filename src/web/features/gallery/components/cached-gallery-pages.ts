import type { GalleryPicture } from './gallery-picture.ts';

/** A page of the gallery. */
export interface GalleryPage {
  pictures: GalleryPicture[];
  /** The `after` of the part that follows; null at the end. */
  next: string | null;
}

/** What was loaded by scrolling, for who comes back to where they were, by the key of their location. */
const kept = new Map<string, GalleryPage>();
const keptMax = 20;

export function cachedPage(key: string): GalleryPage | null {
  return kept.get(key) ?? null;
}

/** Keeps it, and forgets what was kept longest ago when that is too much. */
export function cachePage(key: string, part: GalleryPage): void {
  kept.delete(key);
  kept.set(key, part);
  const [oldest] = kept.keys();
  if (kept.size > keptMax && oldest !== undefined) kept.delete(oldest);
}

/** Takes a deleted picture out of all that is kept. */
export function removeFromCache(id: string): void {
  for (const [key, part] of kept) kept.set(key, without(part, new Set([id])));
}

export function without(
  { pictures, next }: GalleryPage,
  removed: ReadonlySet<string>,
): GalleryPage {
  return { pictures: pictures.filter(({ id }) => !removed.has(id)), next };
}

/**
 * The first page as it is now, with what `kept` has behind it. What was kept of the first page itself
 * closes the gap when pictures have been posted since; what is not on that page any more is gone. When
 * so many came that nothing is on both, what was kept has no place and is loaded anew.
 */
export function joined(first: GalleryPage, later: GalleryPage | null): GalleryPage {
  if (!later) return first;
  const ids = new Set(first.pictures.map(({ id }) => id));
  const at = later.pictures.findLastIndex(({ id }) => ids.has(id));
  if (at < 0) return first;
  return { pictures: [...first.pictures, ...later.pictures.slice(at + 1)], next: later.next };
}
