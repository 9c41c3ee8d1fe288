import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Timeline } from './message-timeline.ts';

/** Within this distance, in pixels, the list counts as scrolled to its end. */
const nearPx = 48;

/** A visible message and the height of the list after it, in pixels. */
interface Anchor {
  message: Element;
  after: number;
}

/**
 * Keeps the scroll position of a list of messages. If the list is scrolled to its end, it stays there when
 * messages arrive. If not, the visible messages do not move. The list is laid out from its end
 * (`flex-col-reverse`), so that a page without scripts also starts at the newest message. So the browser
 * measures the scroll position from the end, and content that is added after the visible messages would move
 * them. This hook corrects that.
 */
export function useMessageScroll({ outgoing }: Timeline) {
  const list = useRef<HTMLElement>(null);
  const anchor = useRef<Anchor>(null);
  const [atNewest, setAtNewest] = useState(true);
  const outgoingCount = outgoing.length;

  const toNewest = useCallback(() => {
    if (list.current) list.current.scrollTop = 0;
    setAtNewest(true);
  }, []);

  const restorePosition = useCallback(() => {
    const element = list.current;
    if (!element) return;
    const { message, after } = anchor.current ?? {};
    if (message?.isConnected && after !== undefined && !isAtEnd(element)) {
      element.scrollTop -= pixelsAfter(message) - after;
    }
    anchor.current = findAnchor(element);
  }, []);

  // After every render, because messages, the unread line and errors below messages change heights.
  useLayoutEffect(restorePosition);

  // Heights also change without a render, with the width of the window or a font.
  useEffect(() => {
    const content = list.current?.firstElementChild;
    if (!content) return;
    const observer = new ResizeObserver(restorePosition);
    observer.observe(content);
    return () => observer.disconnect();
  }, [restorePosition]);

  // A new message of the reader is always shown.
  useEffect(() => {
    if (outgoingCount > 0) toNewest();
  }, [outgoingCount, toNewest]);

  const onScroll = useCallback(() => {
    if (!list.current) return;
    anchor.current = findAnchor(list.current);
    setAtNewest(isAtEnd(list.current));
  }, []);
  return { list, atNewest, toNewest, onScroll };
}

/** Whether the list is scrolled to its end, where `scrollTop` is 0; before the end it is negative. */
function isAtEnd(element: HTMLElement): boolean {
  return Math.abs(element.scrollTop) < nearPx;
}

/** Finds the first message whose end is visible. */
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
