import type { Page, Route } from '@playwright/test';
import { followLink, startNavigation } from './fixtures/client-router.ts';
import { connectionBar, data, isSameDocument, main, test } from './fixtures/offline-test.ts';
import { expect } from './fixtures/test.ts';

test.use({ loadsImages: true });

test('a slow screen shows its shape and Loading..., and keeps the one before', async ({
  player,
  friend,
  open,
}) => {
  const page = await open('/profile/edit');
  for (const [name, to] of [
    ['a game', '/game-info/4200'],
    ['a list of friends', `/profile/${player.username}/friends`],
    ['a chat', `/chat/${player.username}/${friend.username}`],
  ] as const) {
    await test.step(name, async () => {
      if (new URL(page.url()).pathname !== '/profile/edit') await followLink(page, '/profile/edit');
      await page.getByLabel('Description').fill('typed before');
      const answered = Promise.withResolvers<void>();
      await page.context().route(data, async (route) => {
        await answered.promise;
        await route.continue();
      });
      await startNavigation(page, to);
      await expect(page.getByText('Loading...')).toBeVisible();
      const before = await readPositions(page);
      await page.evaluate(() => {
        const shifted: number[] = [];
        Object.assign(window, { shifted });
        const watch = new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) shifted.push(Reflect.get(entry, 'value'));
        });
        watch.observe({ type: 'layout-shift' });
      });
      await expect(page.getByLabel('Description')).toBeHidden();
      await expect(page.getByLabel('Description')).toHaveValue('typed before');
      answered.resolve();
      await expect(page.getByText('Loading...')).toHaveCount(0);
      await expect(page.locator('main h1:visible')).toBeVisible();
      expect(await readPositions(page)).toEqual(before);
      expect(await page.evaluate(() => Reflect.get(window, 'shifted'))).toEqual([]);
      await page.context().unroute(data);
    });
  }
});

/** The positions of the bar, the screen and its heading. */
function readPositions(page: Page) {
  return page.evaluate(() => {
    const places = ['header', 'main', 'main h1, main [data-title]'].map((selector) => {
      const found = [...document.querySelectorAll(selector)];
      const box = found.find((part) => part.getClientRects().length > 0)?.getBoundingClientRect();
      return [selector, Math.round(box?.left ?? -1), Math.round(box?.top ?? -1)];
    });
    return [...places, document.documentElement.clientWidth];
  });
}

test.describe('a screen whose script does not load', () => {
  const script = /\/static\/js\/about-/;
  const about = 'nav[aria-label=Main] a[href="/about"]:visible';

  /**
   * Answers requests for the script with `answer` until the returned function is called. The route is kept:
   * when Chromium ends an interception, a request for another script at that moment can stay unanswered.
   */
  async function interceptScript(page: Page, answer: (route: Route) => Promise<void>) {
    let isIntercepted = true;
    await page
      .context()
      .route(script, (route) => (isIntercepted ? answer(route) : route.continue()));
    return () => {
      isIntercepted = false;
    };
  }

  test('leaves the previous page until its script is loaded', async ({ open }) => {
    const page = await open('/profile/edit');
    await page.getByLabel('Description').fill('typed before');
    const restore = await interceptScript(page, (route) => route.abort('connectionreset'));
    await page.locator(about).first().click();
    await expect(connectionBar(page)).toBeVisible();
    await expect(page.getByLabel('Description')).toHaveValue('typed before');
    expect(new URL(page.url()).pathname).toBe('/profile/edit');
    restore();
    await page.waitForURL('/about');
    expect(await isSameDocument(page)).toBe(true);
  });

  test('leaves the previous page with a message when the server does not have the script', async ({
    open,
  }) => {
    const page = await open('/profile/edit');
    await page.getByLabel('Description').fill('typed before');
    const restore = await interceptScript(page, (route) =>
      route.fulfill({ status: 404, body: 'Not found' }),
    );
    await page.locator(about).first().click();
    await expect(main(page).getByText('The server does not have it any more.')).toBeVisible();
    await expect(page.getByLabel('Description')).toHaveValue('typed before');
    expect(new URL(page.url()).pathname).toBe('/profile/edit');
    expect(await isSameDocument(page)).toBe(true);
    restore();
    await main(page).getByRole('link', { name: 'Reload' }).click();
    await page.waitForURL('/about');
  });

  for (const [health, place, text] of [
    ['answers', 'main', 'The server answered with an error. Trying again…'],
    ['fails too', 'status', 'The server is not available. Trying again…'],
  ] as const) {
    test(`is shown when an error of its script ends, and names the error while another request ${health}`, async ({
      open,
    }) => {
      const page = await open('/profile/edit');
      const restore = await interceptScript(page, (route) => route.fulfill({ status: 500 }));
      if (health === 'fails too')
        await page.context().route('**/healthz', (route) => route.fulfill({ status: 500 }));
      await page.locator(about).first().click();
      const status = page.getByRole('status').getByText('Trying again…');
      const shown = place === 'main' ? main(page).getByText(text) : status;
      await expect(shown).toContainText(text);
      if (place === 'main') await expect(status).toBeHidden();
      expect(new URL(page.url()).pathname).toBe('/profile/edit');
      restore();
      await page.waitForURL('/about');
      await expect(page.getByText(text)).toBeHidden();
      expect(await isSameDocument(page)).toBe(true);
    });
  }

  test('is never the browser’s own page without a network', async ({ open }) => {
    const page = await open('/profile/edit');
    await page.getByLabel('Description').fill('typed before');
    await page.context().setOffline(true);
    await page.locator(about).first().click();
    await expect(connectionBar(page)).toBeVisible();
    expect(await isSameDocument(page)).toBe(true);
    await expect(page.getByLabel('Description')).toHaveValue('typed before');
    expect(new URL(page.url()).pathname).toBe('/profile/edit');
    await page.context().setOffline(false);
    await page.waitForURL('/about');
    await expect(main(page).getByRole('heading', { level: 1 })).toBeVisible();
  });
});
