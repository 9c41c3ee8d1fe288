import { type RefObject, useEffect, useRef } from 'react';
import type { ChatMessage } from '#shared/schemas/socket-events.ts';
import { runsShown } from './unread.ts';

/** So much of a message must be seen: of the longest, on the smallest screens, more never is. */
const share = 0.25;

interface Shown {
  /** What scrolls; in it each message of the friend has its number in `data-number`. */
  list: RefObject<HTMLElement | null>;
  me: string;
  messages: readonly ChatMessage[];
  /** Whether the tab is looked at. */
  visible: boolean;
  /** How many times the server was told of the conversation; it hears of no mark before. */
  joined: number;
  tell: (from: number, to: number) => void;
}

/** Tells the server which messages of the friend were on the screen of a tab that is looked at. */
export function useShownMessages({ list, me, messages, visible, joined, tell }: Shown): void {
  const inView = useRef(new Set<number>());
  const shown = useRef(new Set<number>());
  const told = useRef('');
  const report = useRef(() => {});
  const observer = useRef<IntersectionObserver>(null);

  report.current = () => {
    if (!visible || joined === 0) return;
    for (const number of inView.current) shown.current.add(number);
    const ours = messages.map(({ number, sender }) => ({ number, mine: sender === me }));
    const runs = runsShown(ours, shown.current);
    // With each connection again: the last one may have lost it.
    const all = `${joined}: ${runs.join(' ')}`;
    if (all === told.current) return;
    told.current = all;
    for (const [from, to] of runs) tell(from, to);
  };

  useEffect(() => {
    const seen = (entries: IntersectionObserverEntry[]) => {
      for (const { target, intersectionRatio } of entries) {
        const number = Number((target as HTMLElement).dataset.number);
        if (intersectionRatio >= share) inView.current.add(number);
        else inView.current.delete(number);
      }
      report.current();
    };
    const made = new IntersectionObserver(seen, { root: list.current, threshold: share });
    observer.current = made;
    return () => made.disconnect();
  }, [list]);

  useEffect(() => {
    for (const item of list.current?.querySelectorAll('[data-number]') ?? []) {
      // What is observed already stays so.
      if (messages.length > 0) observer.current?.observe(item);
    }
  }, [list, messages]);

  useEffect(() => {
    if (visible && joined > 0) report.current();
  }, [visible, joined]);
}
