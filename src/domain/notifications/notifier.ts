import { notificationConstants } from '#shared/constants/notifications/notifications.ts';
import type { BaseCtx } from '../base-context.ts';
import { deliverNotifications } from './deliver-notifications.ts';

export interface Notifier {
  /**
   * Delivers the pending notifications within 100 milliseconds, with those of other requests. Call it after
   * the commit. What a killed node did not deliver, another one delivers some seconds later.
   */
  deliverSoon(): void;
  /** Delivers the pending notifications now. Never throws: after a failure they stay pending. */
  flush(): Promise<void>;
}

export function createNotifier(ctx: Pick<BaseCtx, 'db' | 'events' | 'log'>): Notifier {
  let timer: NodeJS.Timeout | null = null;
  let delivering: Promise<void> = Promise.resolve();

  async function deliver(): Promise<void> {
    if (timer) clearTimeout(timer);
    timer = null;
    try {
      await deliverNotifications(ctx);
    } catch (error) {
      ctx.log.warn(
        { err: error },
        'notifications could not be delivered; the next run tries again',
      );
    }
  }

  function flush(): Promise<void> {
    delivering = delivering.then(deliver);
    return delivering;
  }

  return {
    deliverSoon() {
      timer ??= setTimeout(() => void flush(), notificationConstants.batchMs).unref();
    },
    flush,
  };
}
