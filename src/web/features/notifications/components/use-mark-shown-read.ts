import { useEffect, useRef, useState } from 'react';
import { useFetcher } from 'react-router';

interface Notice {
  id: string;
  count: number;
  read: boolean;
}

/**
 * Tells the server which notices were shown, as soon as somebody can see them. Answers which were new
 * when the screen was opened or came while it is open: they keep their look until it is left, or until
 * all were marked read by hand, which makes another `settled`.
 */
export function useMarkShownRead(
  notices: readonly Notice[],
  settled: unknown,
): ReadonlySet<string> {
  const { submit } = useFetcher({ key: 'notices-seen' });
  const [fresh, setFresh] = useState({ settled, ids: unreadOf(notices) });
  const unread = unreadOf(notices);
  // The answer to a form is there before the list is read anew.
  if (fresh.settled !== settled && unread.size === 0) setFresh({ settled, ids: unread });
  else if ([...unread].some((id) => !fresh.ids.has(id))) {
    setFresh({ ...fresh, ids: new Set([...fresh.ids, ...unread]) });
  }

  const sent = useRef('');
  useEffect(() => {
    const news = notices.filter(({ read }) => !read);
    const shown = news.map(({ id, count }) => `${id}:${count}`).join(' ');

    function tell() {
      if (document.visibilityState !== 'visible' || shown === '' || sent.current === shown) return;
      sent.current = shown;
      void submit({ intent: 'seen', shown }, { method: 'post', action: '/profile/notification' });
    }
    tell();
    document.addEventListener('visibilitychange', tell);
    return () => document.removeEventListener('visibilitychange', tell);
  }, [notices, submit]);

  return fresh.ids;
}

function unreadOf(notices: readonly Notice[]): ReadonlySet<string> {
  return new Set(notices.flatMap(({ id, read }) => (read ? [] : [id])));
}
