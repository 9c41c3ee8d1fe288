import { type ReactNode, useMemo, useState } from 'react';
import { type Live, LiveContext, noLive } from '../live-context.ts';
import { useLiveRefresh } from '../use-live-refresh.ts';
import { useRootData } from '../viewer.ts';
import { createLiveHub } from './create-live-hub.ts';
import { useLiveUnread } from './use-live-unread.ts';
import { useSocket } from './use-socket.ts';

/** Keeps the tab's one socket while somebody is logged in, and hands what it hears to the screens. */
export function LiveProvider({ children }: { children: ReactNode }) {
  const [hub] = useState(createLiveHub);
  const username = useRootData()?.viewer?.username ?? null;
  const connected = useSocket(hub, username);
  const unread = useLiveUnread(hub);
  const live = useMemo<Live>(
    () =>
      username === null ? noLive : { connected, unread, subscribe: hub.subscribe, chat: hub.chat },
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
