import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { findFirstUnread, type ReadMarks } from './unread-messages.ts';

function subscribeToVisibility(changed: () => void) {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
}

/** Whether the tab is visible. */
export function useVisible(): boolean {
  return useSyncExternalStore(
    subscribeToVisibility,
    () => !document.hidden,
    () => false,
  );
}

interface ReadingState {
  marks: ReadMarks;
  /** The number before the first shown message. */
  before: number;
  /** The number of the last shown message. */
  last: number;
  /** Whether the reader sent the last message. */
  lastIsOwn: boolean;
  /** Whether the newest message is on the screen of a visible tab. */
  atNewest: boolean;
}

/** Returns the number of the first unread message among the shown ones; null when all of them were read. */
export function useNewFrom({
  marks,
  before,
  last,
  lastIsOwn,
  atNewest,
}: ReadingState): number | null {
  const [readTo, setReadTo] = useState(marks.read);
  const [newFrom, setNewFrom] = useState(() => findFirstUnread(marks, before, last));
  const firstBefore = useRef(before);

  // Older messages were loaded: the first unread one may be among them.
  useEffect(() => {
    const older =
      before < firstBefore.current ? findFirstUnread(marks, before, firstBefore.current) : null;
    firstBefore.current = before;
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
      // The line stays before the first message that was unread, also when that was read since.
      setNewFrom((from) => (from !== null && from > readTo ? from : readTo + 1));
    }
  }, [last, readTo, lastIsOwn, atNewest]);
  return newFrom;
}
