/** What this browser can do about pushes. */
export type PushSupport = 'supported' | 'unsupported' | 'denied';

export function readPushSupport(): PushSupport {
  const isSupported =
    window.isSecureContext &&
    'serviceWorker' in navigator &&
    'PushManager' in window &&
    'Notification' in window;
  if (!isSupported) return 'unsupported';
  return Notification.permission === 'denied' ? 'denied' : 'supported';
}

/** Whether this browser has a subscription. Its player may have ended it in the settings of the browser. */
export async function hasSubscription(): Promise<boolean> {
  if (Notification.permission !== 'granted') return false;
  const registration = await navigator.serviceWorker.getRegistration();
  return Boolean(await registration?.pushManager.getSubscription());
}

/**
 * Asks the player for the permission and subscribes this browser with the public key of the site. Returns the
 * fields of the form; null if the player did not allow it. Throws if the browser's push service fails.
 */
export async function subscribe(publicKey: string): Promise<Record<string, string> | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  await navigator.serviceWorker.register('/service-worker.js');
  const { pushManager } = await navigator.serviceWorker.ready;
  // It may be one with an earlier key of the site, or one that our server has forgotten.
  await (await pushManager.getSubscription())?.unsubscribe();
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  const { endpoint = '', keys = {} } = subscription.toJSON();
  const { p256dh = '', auth = '' } = keys;
  return { endpoint, p256dh, auth };
}

/** Ends the subscription of this browser. Our server forgets it by itself, so a failure does not matter. */
export async function endSubscription(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration().catch(() => undefined);
  const subscription = await registration?.pushManager.getSubscription().catch(() => null);
  await subscription?.unsubscribe().catch(() => false);
}
