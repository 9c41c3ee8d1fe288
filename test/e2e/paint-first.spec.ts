import { statSync } from 'node:fs';
import type { Page, Request } from '@playwright/test';
import { waitForHydration, waitForIdle } from './fixtures/hydration.ts';
import { expect, test } from './fixtures/test.ts';

test.use({ loadsImages: true });

/** Records the requests of a page for scripts and for its banner. */
function recordRequests(page: Page) {
  const scriptRequests: { url: string; painted: Promise<number> }[] = [];
  page.on('request', (request: Request) => {
    if (request.resourceType() !== 'script') return;
    const painted = page.evaluate(
      () => performance.getEntriesByName('first-contentful-paint').length,
    );
    scriptRequests.push({ url: request.url(), painted });
  });
  return scriptRequests;
}

/** Checks that the page is hydrated: the theme switch needs scripts. */
async function expectHydrated(page: Page) {
  const themeAfterClick = async () => {
    const light = page.getByRole('button', { name: 'Light theme' });
    // The browser opens the menu without a script.
    if (!(await light.isVisible())) await page.getByRole('button', { name: 'Theme' }).click();
    await light.click();
    return page.locator('html').getAttribute('data-theme');
  };
  await expect.poll(themeAfterClick).toBe('light');
}

// 0.6 KB of it delete at a logout what the account stored in the browser, and 0.7 KB keep the page working after a
// translator, say why a script was not loaded and remind moderators of their second factor.
test('scripts of a visitor’s shop are requested after the first paint, hydrate the page, and have at most 132.9 KB when compressed', async ({
  page,
}) => {
  const scriptRequests = recordRequests(page);
  await page.goto('/');
  await waitForHydration(page);
  await waitForIdle(page);
  const paths = [...new Set(scriptRequests.map(({ url }) => new URL(url).pathname))];
  expect(paths.some((path) => path.includes('/shop-'))).toBe(true);
  for (const { painted } of scriptRequests) expect(await painted).toBe(1);
  const sizes = paths.map((path) => ({ path, bytes: statSync(`build/client${path}.br`).size }));
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  expect(total, JSON.stringify(sizes)).toBeLessThanOrEqual(132_900);
  await expectHydrated(page);
});

for (const how of ['press', 'key']) {
  test(`scripts load at the first ${how}, even when the paint takes long`, async ({ page }) => {
    await page.addInitScript(() => {
      const real = window.setTimeout;
      // The wait for pictures never ends here.
      const patient = (run: () => void, ms?: number) => (ms === 1_000 ? 0 : real(run, ms));
      window.setTimeout = patient as typeof window.setTimeout;
    });
    await page.route('**/art/banner-*', () => {});
    const scriptRequests = recordRequests(page);
    await page.goto('/', { waitUntil: 'domcontentloaded' });
    await page.waitForFunction(
      () => performance.getEntriesByName('first-contentful-paint').length > 0,
    );
    await waitForIdle(page);
    expect(scriptRequests).toEqual([]);
    if (how === 'press') await page.mouse.click(1, 1);
    else await page.keyboard.press('Shift');
    await waitForHydration(page);
  });
}

test('scripts load although a picture never loads', async ({ page }) => {
  await page.route('**/art/banner-*', () => {});
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  await waitForHydration(page);
});
