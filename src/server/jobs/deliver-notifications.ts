import { notificationConstants } from '#shared/constants/notifications/notifications.ts';
import type { Services } from '../bootstrap/services.ts';

/**
 * Delivers notifications that a killed node left, at the start and every two seconds. Returns the function
 * that stops it after a last delivery.
 */
export function startDeliveringNotifications({
  notifier,
}: Pick<Services, 'notifier'>): () => Promise<void> {
  let delivering: Promise<void> | null = null;
  function deliver(): void {
    // With a slow database the runs do not pile up.
    delivering ??= notifier.flush().finally(() => {
      delivering = null;
    });
  }
  deliver();
  const timer = setInterval(deliver, notificationConstants.deliverEveryMs).unref();
  return async () => {
    clearInterval(timer);
    await delivering;
    await notifier.flush();
  };
}
