import { type ReactNode, useMemo, useState } from 'react';
import { useRootData } from '../root-data.ts';
import { createLiveHub } from './create-live-hub.ts';
import { disconnectedLive, type Live, LiveContext } from './live-context.ts';
import { useLiveRefresh } from './use-live-refresh.ts';
import { useLiveUnread } from './use-live-unread.ts';
import { useSocket } from './use-socket.ts';

/** Opens the one socket of the tab while an account is logged in, and passes its events to the screens. */
export function LiveProvider({ children }: { children: ReactNode }) {
  const [hub] = useState(createLiveHub);
  const username = useRootData()?.viewer?.username ?? null;
  const connected = useSocket(hub, username);
  const unread = useLiveUnread(hub);
  const live = useMemo<Live>(
    () =>
      username === null
        ? disconnectedLive
        : { connected, unread, subscribe: hub.subscribe, chat: hub.chat },
    [hub, username, connected, unread],
  );
  return (
    <LiveContext value={live}>
      {username !== null && <LiveBalance />}
      {children}
    </LiveContext>
  );
}

/** Every screen shows the balance. */
function LiveBalance() {
  useLiveRefresh('balance');
  return null;
}
