import { statSync } from 'node:fs';
import type { Page, Request } from 'playwright-core';
import { expect, test } from 'vitest';
import { hydrated } from './fixtures/hydration.ts';
import { useHouse } from './fixtures/use-guildhall.ts';

const house = useHouse({});

/** Every request of a page for scripts and for its banner, as it is made. */
function watch(page: Page) {
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

/** The theme switch answers to a script alone. */
async function isAwake(page: Page) {
  const themeAfterClick = async () => {
    const light = page.getByRole('button', { name: 'Light theme' });
    // The browser opens the menu without a script.
    if (!(await light.isVisible())) await page.getByRole('button', { name: 'Theme' }).click();
    await light.click();
    return page.locator('html').getAttribute('data-theme');
  };
  await expect.poll(themeAfterClick).toBe('light');
}

test('scripts are asked for once the page is painted, and wake it', async () => {
  const page = await house.browser.newPage();
  const asked = watch(page);
  await page.goto(`${house.origin}/`);
  await isAwake(page);
  expect(asked.length).toBeGreaterThan(0);
  for (const { painted } of asked) expect(await painted).toBe(1);
  await page.close();
});

test('a visitor’s shop loads at most 130 KB of compressed scripts', async () => {
  const page = await house.browser.newPage();
  const asked = watch(page);
  await page.goto(`${house.origin}/`, { waitUntil: 'networkidle' });
  await hydrated(page);
  const paths = [...new Set(asked.map(({ url }) => new URL(url).pathname))];
  expect(paths.some((path) => path.includes('/shop-'))).toBe(true);
  const sizes = paths.map((path) => ({ path, bytes: statSync(`build/client${path}.br`).size }));
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  expect(total, JSON.stringify(sizes)).toBeLessThanOrEqual(130_000);
  await page.close();
});

test.each(['press', 'key'])(
  'scripts come at the first %s, however long the paint takes',
  async (how) => {
    const page = await house.browser.newPage();
    await page.addInitScript(() => {
      const real = window.setTimeout;
      // The wait for pictures has no end here.
      const patient = (run: () => void, ms?: number) => (ms === 1_000 ? 0 : real(run, ms));
      window.setTimeout = patient as typeof window.setTimeout;
    });
    await page.route('**/art/banner-*', () => {});
    const asked = watch(page);
    await page.goto(`${house.origin}/`, { waitUntil: 'domcontentloaded' });
    expect(asked).toEqual([]);
    if (how === 'press') await page.mouse.click(1, 1);
    else await page.keyboard.press('Shift');
    await hydrated(page);
    await page.close();
  },
);

test('scripts come although a picture never does', async () => {
  const page = await house.browser.newPage();
  await page.route('**/art/banner-*', () => {});
  await page.goto(`${house.origin}/`, { waitUntil: 'domcontentloaded' });
  await hydrated(page);
  await page.close();
});
