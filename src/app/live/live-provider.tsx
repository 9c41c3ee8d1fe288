import { type ReactNode, useMemo, useState } from 'react';
import { type Live, LiveContext, silence } from '../components/live-context.ts';
import { useLiveRefresh } from '../components/use-live-refresh.ts';
import { useFrameData } from '../components/viewer.ts';
import { createLiveHub } from './live-hub.ts';
import { useLiveUnread } from './use-live-unread.ts';
import { useSocket } from './use-socket.ts';

/** Keeps the tab's one socket while somebody is logged in, and hands what it hears to the screens. */
export function LiveProvider({ children }: { children: ReactNode }) {
  const [hub] = useState(createLiveHub);
  const username = useFrameData()?.viewer?.username ?? null;
  const connected = useSocket(hub, username);
  const unread = useLiveUnread(hub);
  const live = useMemo<Live>(
    () =>
      username === null ? silence : { connected, unread, subscribe: hub.subscribe, chat: hub.chat },
    [hub, username, connected, unread],
  );
  return (
    <LiveContext value={live}>
      {username !== null && <LiveBalance />}
      {children}
    </LiveContext>
  );
}

/** The balance stands on every screen. */
function LiveBalance() {
  useLiveRefresh('balance');
  return null;
}
