import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Timeline } from './timeline.ts';

/** As near to the end as this many pixels counts as being there. */
const nearPx = 48;

/**
 * Keeps the place in a list that begins at its end: at the newest while the reader is there, else where
 * the reader reads. The list is laid out from its end (`flex-col-reverse`), so that it is there without
 * script, and what is put before it moves nothing.
 */
export function useNewest({ outgoing, before }: Timeline) {
  const list = useRef<HTMLElement>(null);
  const [atNewest, setAtNewest] = useState(true);
  const begins = useRef(before);
  const written = outgoing.length;

  const toNewest = useCallback(() => {
    if (list.current) list.current.scrollTop = 0;
    setAtNewest(true);
  }, []);

  // Known before the observer is told of what was put before: an effect may come after it.
  useLayoutEffect(() => {
    begins.current = before;
  }, [before]);

  useEffect(() => {
    const element = list.current;
    const content = element?.firstElementChild;
    if (!element || !content) return;
    let { scrollHeight } = element;
    let began = begins.current;
    // Called before what has changed is painted.
    const observer = new ResizeObserver(() => {
      const grown = element.scrollHeight - scrollHeight;
      // From the end the reader's place is further by what came after it.
      if (began === begins.current && !isNear(element)) element.scrollTop -= grown;
      scrollHeight = element.scrollHeight;
      began = begins.current;
    });
    observer.observe(content);
    return () => observer.disconnect();
  }, []);

  // What one has written oneself is always shown.
  useEffect(() => {
    if (written > 0) toNewest();
  }, [written, toNewest]);

  const onScroll = useCallback(() => {
    if (list.current) setAtNewest(isNear(list.current));
  }, []);
  return { list, atNewest, toNewest, onScroll };
}

/** Laid out from the end, its place is 0 there and negative before it. */
function isNear(element: HTMLElement): boolean {
  return Math.abs(element.scrollTop) < nearPx;
}
