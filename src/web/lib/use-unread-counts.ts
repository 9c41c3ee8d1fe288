import type { Unread } from '#shared/schemas/socket-events.ts';
import { useLive } from './live-context.ts';
import { useRootData } from './viewer.ts';

const none: Unread = { notices: 0, messages: 0 };

/** What the reader has not looked at yet: as last told live, else as the page was made. */
export function useUnreadCounts(): Unread {
  const { unread } = useLive();
  const loaded = useRootData()?.unread;
  return unread ?? loaded ?? none;
}
