import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { friendsConstants } from '#shared/constants/friends.ts';
import { useLiveRefresh } from '#web/lib/live/use-live-refresh.ts';

/**
 * Loads a list of players again when the server reports a change. While the tab is visible, it is also loaded
 * at intervals, because a player who loses the connection causes no event.
 */
export function useFriendListRefresh(): void {
  const { revalidate } = useRevalidator();
  useLiveRefresh('friends', 'status');
  useEffect(() => {
    let loadedAt = Date.now();
    function reload() {
      // Half of the interval, because timers are not exact.
      if (document.hidden || Date.now() - loadedAt < friendsConstants.refreshMs / 2) return;
      loadedAt = Date.now();
      void revalidate();
    }
    const timer = setInterval(reload, friendsConstants.refreshMs);
    document.addEventListener('visibilitychange', reload);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', reload);
    };
  }, [revalidate]);
}
