import { type RefObject, useEffect, useRef } from 'react';
import type { ChatMessage } from '#shared/schemas/socket-events.ts';
import { findShownRuns } from './unread-messages.ts';

/** The part of a message that must be visible. Of the longest message, a small screen shows no more than that. */
const visibleShare = 0.25;

interface ShownMessagesOptions {
  /** The scrolling element. Each message of the friend in it has its number in `data-number`. */
  list: RefObject<HTMLElement | null>;
  me: string;
  messages: readonly ChatMessage[];
  /** Whether the tab is visible. */
  visible: boolean;
  /** How often the conversation was joined. Before the first time the server accepts no read marks. */
  joinCount: number;
  /** Reports a run of shown messages to the server. */
  onShown: (from: number, to: number) => void;
}

/** Reports to the server which messages of the friend were on the screen of a visible tab. */
export function useShownMessages(options: ShownMessagesOptions): void {
  const { list, me, messages, visible, joinCount, onShown } = options;
  const inView = useRef(new Set<number>());
  const shown = useRef(new Set<number>());
  const lastReported = useRef('');
  const report = useRef(() => {});
  const observer = useRef<IntersectionObserver>(null);

  report.current = () => {
    if (!visible || joinCount === 0) return;
    for (const number of inView.current) shown.current.add(number);
    const withOwner = messages.map(({ number, sender }) => ({ number, mine: sender === me }));
    const runs = findShownRuns(withOwner, shown.current);
    // Each connection reports everything again, because the last one may have lost a report.
    const summary = `${joinCount}: ${runs.join(' ')}`;
    if (summary === lastReported.current) return;
    lastReported.current = summary;
    for (const [from, to] of runs) onShown(from, to);
  };

  useEffect(() => {
    const onIntersection = (entries: IntersectionObserverEntry[]) => {
      for (const { target, intersectionRatio } of entries) {
        const number = Number((target as HTMLElement).dataset.number);
        if (intersectionRatio >= visibleShare) inView.current.add(number);
        else inView.current.delete(number);
      }
      report.current();
    };
    const created = new IntersectionObserver(onIntersection, {
      root: list.current,
      threshold: visibleShare,
    });
    observer.current = created;
    return () => created.disconnect();
  }, [list]);

  useEffect(() => {
    for (const item of list.current?.querySelectorAll('[data-number]') ?? []) {
      // Observing an element again has no effect.
      if (messages.length > 0) observer.current?.observe(item);
    }
  }, [list, messages]);

  useEffect(() => {
    if (visible && joinCount > 0) report.current();
  }, [visible, joinCount]);
}
