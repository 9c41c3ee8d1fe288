import { useEffect } from 'react';
import { useViewer } from '#web/lib/root-data.ts';
import { useUnreadCounts } from '#web/lib/use-unread-counts.ts';

/** Registers the service worker, which shows the offline page. It stores no other page. */
export function useServiceWorker(): void {
  useEffect(() => {
    if (!window.isSecureContext || !navigator.serviceWorker) return;
    // A browser may forbid it, for example in a private window.
    navigator.serviceWorker.register('/service-worker.js').catch(() => {});
  }, []);
}

/** Shows on the icon of the installed application how much is unread. Without an account there is no number. */
export function useAppBadge(): void {
  const isPlayer = useViewer() !== null;
  const { notices, messages } = useUnreadCounts();
  const unread = isPlayer ? notices + messages : 0;
  useEffect(() => {
    if (!navigator.setAppBadge) return;
    const shown = unread > 0 ? navigator.setAppBadge(unread) : navigator.clearAppBadge();
    // A system without badges rejects it.
    shown.catch(() => {});
  }, [unread]);
}
