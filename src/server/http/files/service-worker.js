// The service worker of the site. It shows pushes and opens their page. It has no handler of requests, so it
// never answers or caches a page.

const home = '/profile/notification';

self.addEventListener('push', (event) => {
  const { kind, title, body, path } = readPush(event.data);
  event.waitUntil(
    self.registration.showNotification(title, {
      body,
      icon: '/icon-192.png',
      // A later one of the same kind replaces this one.
      tag: kind,
      data: { path },
    }),
  );
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(toOwnUrl(event.notification.data?.path)));
});

/** Browsers must show something for each push, also for one that cannot be read. */
function readPush(data) {
  const fallback = { kind: 'unknown', title: 'Guildhall', body: 'Something is new.', path: home };
  try {
    const sent = data.json();
    const texts = Object.entries(sent).filter(([, value]) => typeof value === 'string');
    return { ...fallback, ...Object.fromEntries(texts) };
  } catch {
    return fallback;
  }
}

/** The URL of an own page; the notifications if the path leads elsewhere. */
function toOwnUrl(path) {
  const url = new URL(home, self.location.origin);
  if (typeof path !== 'string' || !path.startsWith('/')) return url;
  const wanted = new URL(path, self.location.origin);
  return wanted.origin === self.location.origin ? wanted : url;
}

/** Shows a tab that has the page already, otherwise a new one. */
async function open(url) {
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const shown = tabs.find((tab) => tab.url === url.href);
  if (shown) await shown.focus();
  else await self.clients.openWindow(url.href);
}
