import { useEffect, useState, useSyncExternalStore } from 'react';

function onVisibility(changed: () => void) {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
}

interface Reading {
  /** The number of the last message that is shown. */
  last: number;
  /** The number up to which it was read when the page was made. */
  read: number;
  /** Who said the last message. */
  lastIsOwn: boolean;
  /** Whether the newest is on the screen. */
  atNewest: boolean;
  /** How many times the server was told of the conversation; it hears of no mark before. */
  joined: number;
  tell: (number: number) => void;
}

/**
 * Tells the server what was read: the newest, when it is on the screen of a tab that is looked at.
 * Answers where the unread begin; null when nothing is unread.
 */
export function useReadMarks(reading: Reading): number | null {
  const { last, read, lastIsOwn, atNewest, joined, tell } = reading;
  const visible = useSyncExternalStore(
    onVisibility,
    () => !document.hidden,
    () => false,
  );
  const isRead = visible && atNewest;
  const [readTo, setReadTo] = useState(read);
  const [newFrom, setNewFrom] = useState(read < last && !lastIsOwn ? read + 1 : null);

  useEffect(() => {
    if (last <= readTo) return;
    if (lastIsOwn) {
      setReadTo(last);
      setNewFrom(null);
    } else if (isRead) {
      setReadTo(last);
    } else {
      // The line stays where the unread begin, also for what was read since.
      setNewFrom((from) => (from !== null && from > readTo ? from : readTo + 1));
    }
  }, [last, readTo, lastIsOwn, isRead]);

  useEffect(() => {
    if (isRead && joined > 0 && last > 0) tell(last);
  }, [isRead, joined, last, tell]);
  return newFrom;
}
