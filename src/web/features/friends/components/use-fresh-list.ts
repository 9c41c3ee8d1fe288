import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { friendsConstants } from '#shared/constants/friends.ts';
import { useLiveRefresh } from '#web/lib/use-live-refresh.ts';

/**
 * Reads a list of people anew when the server says that it changed; and now and then while it is looked
 * at, as who is cut off says nothing.
 */
export function useFreshList(): void {
  const { revalidate } = useRevalidator();
  useLiveRefresh('friends', 'status');
  useEffect(() => {
    let readAt = Date.now();
    function read() {
      // Half, as a timer is never quite on time.
      if (document.hidden || Date.now() - readAt < friendsConstants.rereadMs / 2) return;
      readAt = Date.now();
      void revalidate();
    }
    const timer = setInterval(read, friendsConstants.rereadMs);
    document.addEventListener('visibilitychange', read);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', read);
    };
  }, [revalidate]);
}
