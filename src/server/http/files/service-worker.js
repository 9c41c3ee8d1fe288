// The service worker of the site. It shows pushes and opens their page, shows the offline page when the network is
// down, and passes a shared picture to the form of the gallery. It stores nothing but the offline page and its icon,
// which are the same for everybody.

const home = '/profile/notification';
const offlinePage = '/offline';
const icon = '/icon-192.png';
const sharePath = '/community/camera/share';
const formPath = '/community/camera';
const passPath = '/community/camera/pass';

// The server writes the version of the offline page here, so that a changed page is a changed worker.
const version = 'unversioned';
const cacheName = `shell-${version}`;

/** How long a shared picture waits for the form. It is only in memory. */
const sharedMs = 60_000;
let shared = null;

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin) return;
  if (request.method === 'POST' && pathname === sharePath) event.respondWith(keepPicture(event));
  // The next person at this browser must not find it: the form logs out as `/logout` or `/logout.data`.
  if (request.method === 'POST' && pathname.startsWith('/logout')) shared = null;
  if (request.method !== 'GET') return;
  if (request.mode === 'navigate') event.respondWith(load(event));
  else if (pathname === icon) event.respondWith(fetch(request).catch(() => fromShell(icon)));
});

self.addEventListener('message', ({ data, ports: [port] }) => {
  if (data !== 'take-shared-picture' || !port) return;
  port.postMessage(shared);
  shared = null;
});

self.addEventListener('push', (event) => {
  const { kind, title, body, path } = readPush(event.data);
  event.waitUntil(
    self.registration.showNotification(title, {
      body,
      icon,
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

/** Stores the offline page as a visitor gets it. */
async function install() {
  const cache = await self.caches.open(cacheName);
  const anonymous = { credentials: 'omit', cache: 'reload' };
  await cache.addAll([offlinePage, icon].map((path) => new Request(path, anonymous)));
  await self.skipWaiting();
}

async function activate() {
  for (const name of await self.caches.keys())
    if (name !== cacheName) await self.caches.delete(name);
  // The request of a page does not wait for this worker to start.
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

/** A page comes from the network, or not at all. */
async function load({ request, preloadResponse }) {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch {
    return fromShell(offlinePage);
  }
}

async function fromShell(path) {
  const cache = await self.caches.open(cacheName);
  return (await cache.match(path)) ?? Response.error();
}

/**
 * Keeps a shared picture for the form, which sends it when its player presses the button. Who may not add pictures,
 * such as a visitor, is shown why, and the picture is dropped.
 */
async function keepPicture(event) {
  const pass = await fetch(passPath, { redirect: 'manual' }).catch(() => null);
  const file = pass?.ok ? (await event.request.formData()).get('picture') : null;
  if (file instanceof File) {
    shared = file;
    event.waitUntil(
      new Promise((resolve) => {
        setTimeout(resolve, sharedMs);
      }).then(() => {
        if (shared === file) shared = null;
      }),
    );
  }
  return Response.redirect(formPath, 303);
}

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
