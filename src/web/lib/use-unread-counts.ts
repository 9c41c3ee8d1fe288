import type { Unread } from '#shared/schemas/socket-events.ts';
import { useLive } from './live/live-context.ts';
import { useRootData } from './root-data.ts';

const none: Unread = { notices: 0, messages: 0, offers: 0 };

/** Returns the reader's unread counts: those that arrived last by socket, otherwise those of the page. */
export function useUnreadCounts(): Unread {
  const { unread } = useLive();
  const loaded = useRootData()?.unread;
  return unread ?? loaded ?? none;
}
