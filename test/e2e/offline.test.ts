import type { BrowserContext, Page, Route } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { waitForHydration } from './fixtures/hydration.ts';
import { captureStorageState, contextFor, register } from './fixtures/test-users.ts';
import { useGuildhall } from './fixtures/use-guildhall.ts';

const guildhall = useGuildhall({});
const size = { viewport: { width: 1280, height: 900 }, theme: 'dark' } as const;
const me = 'cut-off-one';
const friend = 'cut-off-friend';
let state: Awaited<ReturnType<typeof captureStorageState>>;

beforeAll(async () => {
  const { browser, origin } = guildhall;
  const friendState = await captureStorageState(browser, (page) => register(page, origin, friend));
  state = await captureStorageState(browser, async (page) => {
    await register(page, origin, me);
    await befriend(page.context(), friend, 'add');
  });
  const context = await contextFor(browser, friendState, size);
  await befriend(context, me, 'accept');
  await context.close();
});

/** Sends the form of a friend request or its acceptance. */
async function befriend({ request }: BrowserContext, username: string, intent: string) {
  const headers = { Origin: guildhall.origin, Accept: 'text/html' };
  const path = `${guildhall.origin}/profile/${username}/friend`;
  const answer = await request.post(path, { form: { intent }, headers, maxRedirects: 0 });
  if (answer.status() >= 400) throw new Error(`${intent} answered ${answer.status()}`);
}

/** Opens a screen of the player and waits until it is hydrated. */
async function open(path: string): Promise<Page> {
  const context = await contextFor(guildhall.browser, state, size);
  const page = await context.newPage();
  await page.goto(guildhall.origin + path, { waitUntil: 'networkidle' });
  await waitForHydration(page);
  // A new document would not have this mark.
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  return page;
}

const main = (page: Page) => page.getByRole('main');
const bar = (page: Page) => page.getByText(/Trying again…$/);
const isSame = (page: Page) => page.evaluate(() => 'sameDocument' in window);

/** The ways in which a request for page data fails. */
const failures: Record<string, (route: Route) => Promise<void>> = {
  'is cut': (route) => route.abort('connectionreset'),
  'answers 500': (route) => route.fulfill({ status: 500, body: 'Internal Server Error' }),
  'answers 502': (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }),
  'answers 503': (route) => route.fulfill({ status: 503, body: 'Service Unavailable' }),
  'answers the page of another': (route) => route.fulfill({ status: 200, body: '<html>' }),
};

const data = /\.data(\?|$)/;

/** Lets the page revalidate its data, as after an event. */
async function revalidate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const router = Reflect.get(window, '__reactRouterDataRouter') as { revalidate(): void };
    router.revalidate();
  });
}

describe('a screen that is open', () => {
  it.each(Object.entries(failures))(
    'stays as it is while its revalidation %s',
    async (_name, fail) => {
      const page = await open('/profile/edit');
      await page.getByLabel('Description').fill('typed before the cut');
      await page.context().route(data, fail);
      await revalidate(page);
      await bar(page).waitFor();
      expect(await page.getByLabel('Description').inputValue()).toBe('typed before the cut');
      expect(await page.getByRole('button', { name: 'Logout' }).first().isVisible()).toBe(true);

      await page.context().unroute(data);
      await bar(page).waitFor({ state: 'hidden' });
      expect(await page.getByLabel('Description').inputValue()).toBe('typed before the cut');
      expect(await isSame(page)).toBe(true);
      await page.context().close();
    },
  );

  it('keeps the message of a form that failed while the page tries again', async () => {
    const page = await open('/profile/edit');
    const message = page.getByText('Failed to update profile.');
    await page.context().route(data, (route) => route.abort('connectionreset'));
    await page.getByRole('button', { name: 'Save changes' }).click();
    await message.waitFor();
    await revalidate(page);
    await bar(page).waitFor();
    await page.context().unroute(data);
    await bar(page).waitFor({ state: 'hidden' });
    expect(await message.isVisible()).toBe(true);
    await page.context().close();
  });

  it('shows at once that the network is gone and is updated when it is back', async () => {
    const page = await open('/messages');
    await page.context().setOffline(true);
    await page.getByRole('status').getByText('Offline. Trying again…').waitFor();
    await page.context().setOffline(false);
    await bar(page).waitFor({ state: 'hidden' });
    expect(await isSame(page)).toBe(true);
    await page.context().close();
  });

  it('shows that it is offline when the ping of the server is late although no connection was closed', async () => {
    const context = await contextFor(guildhall.browser, state, size);
    const page = await context.newPage();
    await page.clock.install();
    const connected = isConnected(page);
    await page.goto(`${guildhall.origin}/profile/edit`, { waitUntil: 'networkidle' });
    await connected;
    await waitForHydration(page);
    await context.route(data, (route) => route.abort('connectionreset'));
    // By default the library waits for 45 s.
    const now = await page.evaluate(() => Date.now());
    await page.clock.pauseAt(now + 40_000);
    await page.getByRole('status').getByText('Offline. Trying again…').waitFor();

    await context.unroute(data);
    await page.clock.resume();
    await bar(page).waitFor({ state: 'hidden' });
    await context.close();
  });
});

/** Waits until the server has accepted the page's socket. */
function isConnected(page: Page): Promise<void> {
  return new Promise((resolve) => {
    page.on('websocket', (socket) => {
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).startsWith('40')) resolve();
      });
    });
  });
}

/** The start page, the link, the expected error text, and how the request fails. */
const clicks = [
  ['/about', '/community/social', 'Failed to load users.', 'is cut'],
  ['/profile', `/profile/${me}/friends`, 'Failed to load friends list.', 'is cut'],
  ['/profile', '/profile/notification', 'Failed to load friend requests.', 'is cut'],
  ['/', '/library', /Error loading games: ./, 'is cut'],
  ['/', '/profile', 'Failed to load user profile.', 'is cut'],
  ['/', '/library', /Error loading games: ./, 'answers 500'],
  ['/', '/profile', 'Failed to load user profile.', 'answers 502'],
  ['/', '/profile', 'Failed to load user profile.', 'answers 503'],
  ['/', '/about', 'Failed to load this page.', 'answers the page of another'],
] as const;

describe('a click', () => {
  it.each(clicks)(
    'from %s to %s shows its own error text: %s, if it %s',
    async (from, to, text, name) => {
      const fail = failures[name];
      if (!fail) throw new Error(name);
      const page = await open(from);
      await page.context().route(data, fail);
      await page.locator(`a[href="${to}"]:visible`).first().click();
      await main(page).getByText(text).waitFor();
      expect(new URL(page.url()).pathname).toBe(to);
      expect(await page.getByRole('button', { name: 'Logout' }).first().isVisible()).toBe(true);
      // Network errors in the console are expected here.
      if (name !== 'answers 500') expect(await page.getByText(/our fault/).count()).toBe(0);

      await page.context().unroute(data);
      const again = main(page).getByRole('link', { name: 'Try again' });
      // When the server was not reached, the page also retries automatically.
      if (name === 'answers 500') await again.click();
      await main(page).getByText(text).waitFor({ state: 'detached' });
      expect(await isSame(page)).toBe(true);
      await page.context().close();
    },
  );
});

describe('a slow screen', () => {
  it.each([
    ['a game', '/game-info/4200'],
    ['a list of friends', `/profile/${me}/friends`],
    ['a chat', `/chat/${me}/${friend}`],
  ])('shows its shape and Loading... for %s, and keeps the one before', async (_name, to) => {
    const page = await open('/profile/edit');
    await page.getByLabel('Description').fill('typed before');
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.context().route(data, async (route) => {
      await answered;
      await route.continue();
    });
    await page.evaluate((path) => {
      const router = Reflect.get(window, '__reactRouterDataRouter') as {
        navigate(path: string): void;
      };
      router.navigate(path);
    }, to);
    await page.getByText('Loading...').waitFor();
    const before = await placesOf(page);
    await page.evaluate(() => {
      const shifted: number[] = [];
      Object.assign(window, { shifted });
      const watch = new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifted.push(Reflect.get(entry, 'value'));
      });
      watch.observe({ type: 'layout-shift' });
    });
    expect(await page.getByLabel('Description').isVisible()).toBe(false);
    expect(await page.getByLabel('Description').inputValue()).toBe('typed before');
    answer();
    await page.getByText('Loading...').waitFor({ state: 'detached' });
    await page.locator('main h1:visible').waitFor();
    expect(await placesOf(page)).toEqual(before);
    expect(await page.evaluate(() => Reflect.get(window, 'shifted'))).toEqual([]);
    await page.context().close();
  });
});

/** The positions of the bar, the screen and its heading. */
function placesOf(page: Page) {
  return page.evaluate(() => {
    const places = ['header', 'main', 'main h1, main [data-title]'].map((selector) => {
      const found = [...document.querySelectorAll(selector)];
      const box = found.find((part) => part.getClientRects().length > 0)?.getBoundingClientRect();
      return [selector, Math.round(box?.left ?? -1), Math.round(box?.top ?? -1)];
    });
    return [...places, document.documentElement.clientWidth];
  });
}

describe('a screen whose script does not load', () => {
  const script = /\/static\/js\/about-/;
  const about = 'nav[aria-label=Main] a[href="/about"]:visible';

  it('leaves the previous page until its script is loaded', async () => {
    const page = await open('/profile/edit');
    await page.getByLabel('Description').fill('typed before');
    await page.context().route(script, (route) => route.abort('connectionreset'));
    await page.locator(about).first().click();
    await bar(page).waitFor();
    expect(await page.getByLabel('Description').inputValue()).toBe('typed before');
    expect(new URL(page.url()).pathname).toBe('/profile/edit');
    await page.context().unroute(script);
    await page.waitForURL(`${guildhall.origin}/about`);
    expect(await isSame(page)).toBe(true);
    await page.context().close();
  });

  it('leaves the previous page with a message when the server does not have the script', async () => {
    const page = await open('/profile/edit');
    await page.getByLabel('Description').fill('typed before');
    await page
      .context()
      .route(script, (route) => route.fulfill({ status: 404, body: 'Not found' }));
    await page.locator(about).first().click();
    await main(page).getByText('A part of this page could not be loaded.').waitFor();
    expect(await page.getByLabel('Description').inputValue()).toBe('typed before');
    expect(new URL(page.url()).pathname).toBe('/profile/edit');
    expect(await isSame(page)).toBe(true);
    await page.context().unroute(script);
    await main(page).getByRole('link', { name: 'Reload' }).click();
    await page.waitForURL(`${guildhall.origin}/about`);
    await page.context().close();
  });

  it('is never the browser’s own page without a network', async () => {
    const page = await open('/profile/edit');
    await page.getByLabel('Description').fill('typed before');
    await page.context().setOffline(true);
    await page.locator(about).first().click();
    await bar(page).waitFor();
    expect(await isSame(page)).toBe(true);
    expect(await page.getByLabel('Description').inputValue()).toBe('typed before');
    expect(new URL(page.url()).pathname).toBe('/profile/edit');
    await page.context().setOffline(false);
    await page.waitForURL(`${guildhall.origin}/about`);
    await main(page).getByRole('heading', { level: 1 }).waitFor();
    await page.context().close();
  });
});
