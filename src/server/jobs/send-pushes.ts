import { createPushSender } from '#domain/notifications/push/push-sender.ts';
import { pushConstants } from '#shared/constants/notifications/push.ts';
import type { Services } from '../bootstrap/services.ts';

/** Sends pushes every two seconds. Returns the function that stops it after the pushes that are being sent. */
export function startSendingPushes(services: Services): () => Promise<void> {
  const sender = createPushSender(services);
  const timer = setInterval(() => void sender.run(), pushConstants.sendEveryMs);
  return async () => {
    clearInterval(timer);
    await sender.settle();
  };
}
