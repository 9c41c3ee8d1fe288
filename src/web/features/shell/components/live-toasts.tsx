import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import type { NotificationKind } from '#shared/constants/notification-kinds.ts';
import { useLive } from '#web/lib/live/live-context.ts';
import { useToast } from '#web/ui/toast.tsx';

const texts: Record<NotificationKind, string> = {
  'request-accepted': 'Your friend request was accepted.',
  'item-sold': 'One of your cards was sold.',
  'trade-offer': 'A friend offers you a trade.',
  'trade-accepted': 'Your trade offer was accepted.',
  'trade-declined': 'Your trade offer was declined.',
  'order-filled': 'One of your orders bought a card.',
  'profile-comment': 'There is a new comment on your profile.',
  'discussion-comment': 'There is a new comment in a discussion you follow.',
  'price-alert': 'A card of your wishlist is for sale at your price.',
  moderation: 'A moderator did something about your account.',
  'report-closed': 'One of your reports was decided.',
  'game-hidden': 'A game was hidden, so trading of its cards has ended.',
};

const notificationsPath = '/profile/notification';

/** Shows a toast for each new notification on every page except that of the notifications. */
export function LiveToasts() {
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
        if (isListShown.current) return;
        for (const kind of kinds)
          toast.success(texts[kind], { to: notificationsPath, label: 'View' });
      }),
    [subscribe, toast],
  );
  return null;
}
