import type { Unread } from '#shared/socket-events.ts';
import { useLive } from './live-context.ts';
import { useFrameData } from './viewer.ts';

const none: Unread = { notices: 0, messages: 0 };

/** What the reader has not looked at yet: as last told live, else as the page was made. */
export function useUnread(): Unread {
  const { unread } = useLive();
  const loaded = useFrameData()?.unread;
  return unread ?? loaded ?? none;
}
