import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { firstUnread, type ReadMarks } from './unread.ts';

function onVisibility(changed: () => void) {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
}

/** Whether the tab is looked at. */
export function useVisible(): boolean {
  return useSyncExternalStore(
    onVisibility,
    () => !document.hidden,
    () => false,
  );
}

interface Reading {
  marks: ReadMarks;
  /** The number before the first message that is shown, and that of the last. */
  before: number;
  last: number;
  /** Who said the last message. */
  lastIsOwn: boolean;
  /** Whether the newest is on the screen of a tab that is looked at. */
  atNewest: boolean;
}

/** Where the unread messages begin among those that are shown; null when all of these were read. */
export function useNewFrom({ marks, before, last, lastIsOwn, atNewest }: Reading): number | null {
  const [readTo, setReadTo] = useState(marks.read);
  const [newFrom, setNewFrom] = useState(() => firstUnread(marks, before, last));
  const begins = useRef(before);

  // Older messages were asked for: the unread may begin among them.
  useEffect(() => {
    const older = before < begins.current ? firstUnread(marks, before, begins.current) : null;
    begins.current = before;
    if (older !== null) setNewFrom(older);
  }, [marks, before]);

  useEffect(() => {
    if (last <= readTo) return;
    if (lastIsOwn) {
      setReadTo(last);
      setNewFrom(null);
    } else if (atNewest) {
      setReadTo(last);
    } else {
      // The line stays where the unread begin, also for what was read since.
      setNewFrom((from) => (from !== null && from > readTo ? from : readTo + 1));
    }
  }, [last, readTo, lastIsOwn, atNewest]);
  return newFrom;
}
