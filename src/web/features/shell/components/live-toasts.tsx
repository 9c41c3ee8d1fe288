import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import type { NotificationKind } from '#shared/constants/notification-kinds.ts';
import { useLive } from '#web/lib/live-context.ts';
import { useToast } from '#web/ui/toast.tsx';

const words: Record<NotificationKind, string> = {
  'request-accepted': 'Your friend request was accepted.',
  'item-sold': 'One of your cards was sold.',
  'profile-comment': 'There is a new comment on your profile.',
  'discussion-comment': 'There is a new comment in a discussion you follow.',
};

const page = '/profile/notification';

/** Says in passing what just happened, wherever the player is, but for the page that shows it. */
export function LiveToasts() {
  const { subscribe } = useLive();
  const toast = useToast();
  const { pathname } = useLocation();
  const shown = useRef(false);
  useEffect(() => {
    shown.current = pathname === page;
  }, [pathname]);
  useEffect(
    () =>
      subscribe('news', ({ kinds }) => {
        if (shown.current) return;
        for (const kind of kinds) toast.success(words[kind], { to: page, label: 'View' });
      }),
    [subscribe, toast],
  );
  return null;
}
