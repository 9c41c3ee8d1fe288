import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useFetcher, useLocation } from 'react-router';
import type { GalleryPage } from '#domain/gallery/list-pictures.ts';
import { galleryPath } from '#web/paths/gallery.ts';
import { cachePage, getCachedPage, mergePages, withoutPictures } from './cached-gallery-pages.ts';

/** The distance of the list's end below the screen at which more pictures are loaded, in CSS pixels. */
const loadDistance = '900px';

/**
 * Returns the pictures of the page and of the later pages that were loaded. More are loaded when the element
 * `end` comes near the screen. `more` loads at once, also after a failure.
 */
export function useMorePictures(
  { pictures, next: firstNext }: GalleryPage,
  removed: ReadonlySet<string>,
) {
  const { key } = useLocation();
  const fetcher = useFetcher<GalleryPage | { failed: true }>({ key: `more-pictures ${key}` });
  // Includes the first page as it was then; it may have changed when the reader comes back.
  const [later, setLater] = useState<GalleryPage | null>(() => getCachedPage(key));
  const all = useMemo(
    () => mergePages({ pictures, next: firstNext }, later),
    [pictures, firstNext, later],
  );
  const answer = fetcher.data;
  const handledAnswer = useRef(answer);
  const failed = answer !== undefined && 'failed' in answer;
  const loading = fetcher.state !== 'idle';

  // The pictures after which the answer comes.
  const requestedAfter = useRef(all.pictures);

  useEffect(() => {
    if (!answer || handledAnswer.current === answer || 'failed' in answer) return;
    handledAnswer.current = answer;
    setLater({
      pictures: uniqueById([...requestedAfter.current, ...answer.pictures]),
      next: answer.next,
    });
  }, [answer]);

  useEffect(() => {
    if (later) cachePage(key, withoutPictures(later, removed));
  }, [key, later, removed]);

  const { load } = fetcher;
  const more = useCallback(() => {
    if (all.next === null || loading) return;
    requestedAfter.current = all.pictures;
    void load(`${galleryPath}/pictures?after=${all.next}`);
  }, [all, loading, load]);

  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = end.current;
    if (!element || failed) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && more(), {
      rootMargin: loadDistance,
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [more, failed]);

  return { ...withoutPictures(all, removed), loading, failed, more, end };
}

function uniqueById<T extends { id: string }>(pictures: readonly T[]): T[] {
  return [...new Map(pictures.map((picture) => [picture.id, picture])).values()];
}
