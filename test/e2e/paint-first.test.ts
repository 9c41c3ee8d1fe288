import { statSync } from 'node:fs';
import type { Page, Request } from 'playwright-core';
import { expect, test } from 'vitest';
import { waitForHydration } from './fixtures/hydration.ts';
import { useGuildhall } from './fixtures/use-guildhall.ts';

const guildhall = useGuildhall({});

/** Records the requests of a page for scripts and for its banner. */
function recordRequests(page: Page) {
  const asked: { url: string; painted: Promise<number> }[] = [];
  page.on('request', (request: Request) => {
    if (request.resourceType() !== 'script') return;
    const painted = page.evaluate(
      () => performance.getEntriesByName('first-contentful-paint').length,
    );
    asked.push({ url: request.url(), painted });
  });
  return asked;
}

/** Whether the page is hydrated: the theme switch needs scripts. */
async function isHydrated(page: Page) {
  const themeAfterClick = async () => {
    const light = page.getByRole('button', { name: 'Light theme' });
    // The browser opens the menu without a script.
    if (!(await light.isVisible())) await page.getByRole('button', { name: 'Theme' }).click();
    await light.click();
    return page.locator('html').getAttribute('data-theme');
  };
  await expect.poll(themeAfterClick).toBe('light');
}

test('scripts are requested after the first paint and hydrate the page', async () => {
  const page = await guildhall.browser.newPage();
  const asked = recordRequests(page);
  await page.goto(`${guildhall.origin}/`);
  await isHydrated(page);
  expect(asked.length).toBeGreaterThan(0);
  for (const { painted } of asked) expect(await painted).toBe(1);
  await page.close();
});

test('a visitor’s shop loads at most 130 KB of compressed scripts', async () => {
  const page = await guildhall.browser.newPage();
  const asked = recordRequests(page);
  await page.goto(`${guildhall.origin}/`, { waitUntil: 'networkidle' });
  await waitForHydration(page);
  const paths = [...new Set(asked.map(({ url }) => new URL(url).pathname))];
  expect(paths.some((path) => path.includes('/shop-'))).toBe(true);
  const sizes = paths.map((path) => ({ path, bytes: statSync(`build/client${path}.br`).size }));
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  expect(total, JSON.stringify(sizes)).toBeLessThanOrEqual(130_000);
  await page.close();
});

test.each(['press', 'key'])(
  'scripts load at the first %s, even when the paint takes long',
  async (how) => {
    const page = await guildhall.browser.newPage();
    await page.addInitScript(() => {
      const real = window.setTimeout;
      // The wait for pictures never ends here.
      const patient = (run: () => void, ms?: number) => (ms === 1_000 ? 0 : real(run, ms));
      window.setTimeout = patient as typeof window.setTimeout;
    });
    await page.route('**/art/banner-*', () => {});
    const asked = recordRequests(page);
    await page.goto(`${guildhall.origin}/`, { waitUntil: 'domcontentloaded' });
    expect(asked).toEqual([]);
    if (how === 'press') await page.mouse.click(1, 1);
    else await page.keyboard.press('Shift');
    await waitForHydration(page);
    await page.close();
  },
);

test('scripts load although a picture never loads', async () => {
  const page = await guildhall.browser.newPage();
  await page.route('**/art/banner-*', () => {});
  await page.goto(`${guildhall.origin}/`, { waitUntil: 'domcontentloaded' });
  await waitForHydration(page);
  await page.close();
});
