import type { Page, Route } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { awake } from './awake.ts';
import { becoming, contextFor, register } from './cast.ts';
import { useHouse } from './use-house.ts';

const house = useHouse({});
const size = { viewport: { width: 1280, height: 900 }, theme: 'dark' } as const;
const me = 'cut-off-one';
let state: Awaited<ReturnType<typeof becoming>>;

beforeAll(async () => {
  state = await becoming(house.browser, (page) => register(page, house.origin, me));
});

/** A screen of the player's, with its scripts at work. */
async function open(path: string): Promise<Page> {
  const context = await contextFor(house.browser, state, size);
  const page = await context.newPage();
  await page.goto(house.origin + path, { waitUntil: 'networkidle' });
  await awake(page);
  // Another document would not have it.
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  return page;
}

const main = (page: Page) => page.getByRole('main');
const bar = (page: Page) => page.getByText(/Trying again…$/);
const isSame = (page: Page) => page.evaluate(() => 'sameDocument' in window);

/** Each way in which a request of the page's data fails. */
const failures: Record<string, (route: Route) => Promise<void>> = {
  'is cut': (route) => route.abort('connectionreset'),
  'answers 500': (route) => route.fulfill({ status: 500, body: 'Internal Server Error' }),
  'answers 502': (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }),
  'answers 503': (route) => route.fulfill({ status: 503, body: 'Service Unavailable' }),
  'answers the page of another': (route) => route.fulfill({ status: 200, body: '<html>' }),
};

const data = /\.data(\?|$)/;

/** What the page does by itself when it hears that something changed. */
async function reread(page: Page): Promise<void> {
  await page.evaluate(() => {
    const router = Reflect.get(window, '__reactRouterDataRouter') as { revalidate(): void };
    router.revalidate();
  });
}

describe('a screen that is open', () => {
  it.each(Object.entries(failures))('stays as it is while a reread %s', async (_name, fail) => {
    const page = await open('/profile/edit');
    await page.getByLabel('Description').fill('typed before the cut');
    await page.context().route(data, fail);
    await reread(page);
    await bar(page).waitFor();
    expect(await page.getByLabel('Description').inputValue()).toBe('typed before the cut');
    expect(await page.getByRole('button', { name: 'Logout' }).first().isVisible()).toBe(true);

    await page.context().unroute(data);
    await bar(page).waitFor({ state: 'hidden' });
    expect(await page.getByLabel('Description').inputValue()).toBe('typed before the cut');
    expect(await isSame(page)).toBe(true);
    await page.context().close();
  });

  it('says at once that the network is gone, and catches up when it is back', async () => {
    const page = await open('/messages');
    await page.context().setOffline(true);
    await page.getByRole('status').getByText('Offline. Trying again…').waitFor();
    await page.context().setOffline(false);
    await bar(page).waitFor({ state: 'hidden' });
    expect(await isSame(page)).toBe(true);
    await page.context().close();
  });
});

/** Where from, where to, what is said there, and how its request fails. */
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
    'from %s to %s shows its own words: %s, if it %s',
    async (from, to, text, name) => {
      const fail = failures[name];
      if (!fail) throw new Error(name);
      const page = await open(from);
      await page.context().route(data, fail);
      await page.locator(`a[href="${to}"]:visible`).first().click();
      await main(page).getByText(text).waitFor();
      expect(new URL(page.url()).pathname).toBe(to);
      expect(await page.getByRole('button', { name: 'Logout' }).first().isVisible()).toBe(true);
      // A network that is gone is nobody's fault here.
      if (name !== 'answers 500') expect(await page.getByText(/our fault/).count()).toBe(0);

      await page.context().unroute(data);
      const again = main(page).getByRole('link', { name: 'Try again' });
      // Where the server was not reached it tries by itself, too.
      if (name === 'answers 500') await again.click();
      await main(page).getByText(text).waitFor({ state: 'detached' });
      expect(await isSame(page)).toBe(true);
      await page.context().close();
    },
  );
});
