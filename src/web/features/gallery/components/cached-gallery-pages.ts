import type { GalleryPage } from '#domain/gallery/list-pictures.ts';

/** Pictures that were loaded by scrolling, by the key of the browser's location, for readers who come back. */
const cache = new Map<string, GalleryPage>();
const cacheMax = 20;

export function getCachedPage(key: string): GalleryPage | null {
  return cache.get(key) ?? null;
}

/** Stores a page. When more than 20 are stored, the oldest one is removed. */
export function cachePage(key: string, page: GalleryPage): void {
  cache.delete(key);
  cache.set(key, page);
  const [oldest] = cache.keys();
  if (cache.size > cacheMax && oldest !== undefined) cache.delete(oldest);
}

/** Removes a deleted picture from all stored pages. */
export function removeFromCache(id: string): void {
  for (const [key, page] of cache) cache.set(key, withoutPictures(page, new Set([id])));
}

export function withoutPictures(
  { pictures, next }: GalleryPage,
  removed: ReadonlySet<string>,
): GalleryPage {
  return { pictures: pictures.filter(({ id }) => !removed.has(id)), next };
}

/**
 * Joins the current first page with the pictures that `later` has after it. Pictures that are no longer on the
 * first page were deleted. If the two have no picture in common, there may be a gap between them, so `later` is
 * dropped and loaded again.
 */
export function mergePages(first: GalleryPage, later: GalleryPage | null): GalleryPage {
  if (!later) return first;
  const ids = new Set(first.pictures.map(({ id }) => id));
  const at = later.pictures.findLastIndex(({ id }) => ids.has(id));
  if (at < 0) return first;
  return { pictures: [...first.pictures, ...later.pictures.slice(at + 1)], next: later.next };
}
