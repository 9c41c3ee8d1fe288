import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useLive } from '#web/lib/live/live-context.ts';
import { useToast } from '#web/ui/toast.tsx';

const notificationsPath = '/profile/notification';

/** Shows a toast for each new notification on every page except that of the notifications. */
export function NotificationToasts() {
  const { subscribe } = useLive();
  const toast = useToast();
  const { pathname } = useLocation();
  const isListShown = useRef(false);
  useEffect(() => {
    isListShown.current = pathname === notificationsPath;
  }, [pathname]);
  useEffect(
    () =>
      subscribe('news', ({ kinds }) => {
        if (isListShown.current || kinds.length === 0) return;
        // Without the texts the number of unread notifications still says that something is new.
        import('./notification-toast-texts.ts').then(
          ({ notificationToastTexts: texts }) => {
            for (const kind of kinds)
              toast.success(texts[kind], { to: notificationsPath, label: 'View' });
          },
          () => undefined,
        );
      }),
    [subscribe, toast],
  );
  return null;
}
