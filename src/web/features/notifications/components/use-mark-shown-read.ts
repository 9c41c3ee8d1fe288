import { useEffect, useRef, useState } from 'react';
import { useFetcher } from 'react-router';
import type { ListedNotification } from '#domain/notifications/list-notifications.ts';

/**
 * Marks notifications as read on the server as soon as the tab shows them. Returns the ids of those that were
 * unread when the screen was opened or that arrived since. They stay marked as new until the reader leaves the
 * screen or marks all as read, which changes `settled`.
 */
export function useMarkShownRead(
  notifications: readonly ListedNotification[],
  settled: unknown,
): ReadonlySet<string> {
  const { submit } = useFetcher({ key: 'notices-seen' });
  const [newIds, setNewIds] = useState({ settled, ids: unreadOf(notifications) });
  const unread = unreadOf(notifications);
  // The result of a form arrives before the list is loaded again.
  if (newIds.settled !== settled && unread.size === 0) setNewIds({ settled, ids: unread });
  else if ([...unread].some((id) => !newIds.ids.has(id))) {
    setNewIds({ ...newIds, ids: new Set([...newIds.ids, ...unread]) });
  }

  const lastSent = useRef('');
  useEffect(() => {
    const unreadOnes = notifications.filter(({ read }) => !read);
    const shown = unreadOnes.map(({ id, count }) => `${id}:${count}`).join(' ');

    function markShown() {
      if (document.visibilityState !== 'visible' || shown === '' || lastSent.current === shown)
        return;
      lastSent.current = shown;
      void submit({ intent: 'seen', shown }, { method: 'post', action: '/profile/notification' });
    }
    markShown();
    document.addEventListener('visibilitychange', markShown);
    return () => document.removeEventListener('visibilitychange', markShown);
  }, [notifications, submit]);

  return newIds.ids;
}

function unreadOf(notifications: readonly ListedNotification[]): ReadonlySet<string> {
  return new Set(notifications.flatMap(({ id, read }) => (read ? [] : [id])));
}
