import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useFetcher, useLocation } from 'react-router';
import {
  cachedPage,
  cachePage,
  type GalleryPage,
  joined,
  without,
} from './cached-gallery-pages.ts';
import { galleryPath } from './gallery-picture.ts';

/** How far below the screen the end may be when more is loaded, in CSS pixels. */
const ahead = '900px';

/**
 * The pictures of the page and of those after it that were loaded since. `end` is put where more begins
 * to be loaded as it comes near; `more` loads at once, also after a failure.
 */
export function useMorePictures(
  { pictures, next: firstNext }: GalleryPage,
  removed: ReadonlySet<string>,
) {
  const { key } = useLocation();
  const fetcher = useFetcher<GalleryPage | { failed: true }>({ key: `more-pictures ${key}` });
  // With the first page as it was then: it can be another when one comes back.
  const [later, setLater] = useState<GalleryPage | null>(() => cachedPage(key));
  const all = useMemo(
    () => joined({ pictures, next: firstNext }, later),
    [pictures, firstNext, later],
  );
  const answer = fetcher.data;
  const taken = useRef(answer);
  const failed = answer !== undefined && 'failed' in answer;
  const loading = fetcher.state !== 'idle';

  // What the answer continues.
  const asked = useRef(all.pictures);

  useEffect(() => {
    if (!answer || taken.current === answer || 'failed' in answer) return;
    taken.current = answer;
    setLater({ pictures: unique([...asked.current, ...answer.pictures]), next: answer.next });
  }, [answer]);

  useEffect(() => {
    if (later) cachePage(key, without(later, removed));
  }, [key, later, removed]);

  const { load } = fetcher;
  const more = useCallback(() => {
    if (all.next === null || loading) return;
    asked.current = all.pictures;
    void load(`${galleryPath}/pictures?after=${all.next}`);
  }, [all, loading, load]);

  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = end.current;
    if (!element || failed) return;
    const watch = new IntersectionObserver(([seen]) => seen?.isIntersecting && more(), {
      rootMargin: ahead,
    });
    watch.observe(element);
    return () => watch.disconnect();
  }, [more, failed]);

  return { ...without(all, removed), loading, failed, more, end };
}

function unique<T extends { id: string }>(pictures: readonly T[]): T[] {
  return [...new Map(pictures.map((picture) => [picture.id, picture])).values()];
}
