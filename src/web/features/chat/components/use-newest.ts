import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Timeline } from './timeline.ts';

/** As near to the end as this many pixels counts as being there. */
const nearPx = 48;

/** A message that the reader sees, and how many pixels of the list come after it. */
interface Anchor {
  message: Element;
  after: number;
}

/**
 * Keeps the place in a list that begins at its end: at the newest while the reader is there, else where
 * the reader reads. The list is laid out from its end (`flex-col-reverse`), so that it is there without
 * script. Its scroll position counts from the end too: only what changes after the message that the
 * reader sees would move that message.
 */
export function useNewest({ outgoing }: Timeline) {
  const list = useRef<HTMLElement>(null);
  const anchor = useRef<Anchor>(null);
  const [atNewest, setAtNewest] = useState(true);
  const written = outgoing.length;

  const toNewest = useCallback(() => {
    if (list.current) list.current.scrollTop = 0;
    setAtNewest(true);
  }, []);

  const keepPlace = useCallback(() => {
    const element = list.current;
    if (!element) return;
    const { message, after } = anchor.current ?? {};
    if (message?.isConnected && after !== undefined && !isNear(element)) {
      element.scrollTop -= pixelsAfter(message) - after;
    }
    anchor.current = findAnchor(element);
  }, []);

  // After every render: messages, the line before the unread ones and notes at messages change heights.
  useLayoutEffect(keepPlace);

  // Heights also change without a render, with the width of the window or a font.
  useEffect(() => {
    const content = list.current?.firstElementChild;
    if (!content) return;
    const observer = new ResizeObserver(keepPlace);
    observer.observe(content);
    return () => observer.disconnect();
  }, [keepPlace]);

  // What one has written oneself is always shown.
  useEffect(() => {
    if (written > 0) toNewest();
  }, [written, toNewest]);

  const onScroll = useCallback(() => {
    if (!list.current) return;
    anchor.current = findAnchor(list.current);
    setAtNewest(isNear(list.current));
  }, []);
  return { list, atNewest, toNewest, onScroll };
}

/** Laid out from the end, its place is 0 there and negative before it. */
function isNear(element: HTMLElement): boolean {
  return Math.abs(element.scrollTop) < nearPx;
}

/** The first message of which the end is on the screen. */
function findAnchor(list: HTMLElement): Anchor | null {
  const { top } = list.getBoundingClientRect();
  for (const message of list.querySelectorAll('li')) {
    if (message.getBoundingClientRect().bottom > top) {
      return { message, after: pixelsAfter(message) };
    }
  }
  return null;
}

function pixelsAfter(message: Element): number {
  const end = message.parentElement?.getBoundingClientRect().bottom ?? 0;
  return end - message.getBoundingClientRect().bottom;
}
