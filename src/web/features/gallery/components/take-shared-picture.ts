import { takeSharedPicture as request } from '#shared/constants/server/installed-app.ts';

/** How long the service worker may need to start. */
const timeoutMs = 5_000;

/** The picture that somebody has shared with the installed application a moment ago; null without one. */
export async function takeSharedPicture(): Promise<File | null> {
  const worker = navigator.serviceWorker?.controller;
  if (!worker) return null;
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const end = (file: unknown) => {
      port1.close();
      resolve(file instanceof File ? file : null);
    };
    port1.onmessage = ({ data }) => end(data);
    setTimeout(() => end(null), timeoutMs);
    worker.postMessage(request, [port2]);
  });
}
