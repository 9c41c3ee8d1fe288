import type { BrowserContext, Page } from '@playwright/test';
import { collectConsoleErrors } from './fixtures/console-errors.ts';
import { testData } from './fixtures/create-test-users.ts';
import { waitForHydration, waitForIdle } from './fixtures/hydration.ts';
import { test as base, expect } from './fixtures/test.ts';

/** `test` with a page whose console must have no errors. */
const test = base.extend({
  page: async ({ createContext }, use) => {
    // Tall enough for the whole start page.
    const context = await createContext({ viewport: { width: 1280, height: 2600 } });
    const page = await context.newPage();
    const errors = collectConsoleErrors(page);
    await use(page);
    expect(errors).toEqual([]);
  },
});

const rowOf = (page: Page) => page.getByRole('region', { name: 'Recently viewed' });
const namesIn = (page: Page) => rowOf(page).getByRole('link').allInnerTexts();

const games = [
  { id: testData.owned, name: 'Portal 2', backgroundImage: null },
  { id: testData.idle, name: 'Portal', backgroundImage: null },
];

/** Stores games as recently viewed, newest first. */
async function storeViewedGames(context: BrowserContext, text: string) {
  await context.addInitScript((kept) => {
    if (!sessionStorage.getItem('set')) localStorage.setItem('viewed', kept);
    sessionStorage.setItem('set', 'yes');
  }, text);
}

test.use({ loadsImages: true });

test('the row of recently viewed games shows the viewed games of this browser, can be cleared, and causes no layout shift', async ({
  page,
}) => {
  await storeViewedGames(page.context(), JSON.stringify(games));
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value } = entry as PerformanceEntry & { value: number };
        const before = Number(document.documentElement.getAttribute('data-shift'));
        document.documentElement.setAttribute('data-shift', String(before + value));
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto('/');
  await expect.poll(() => namesIn(page)).toEqual(['Portal 2', 'Portal']);
  await waitForIdle(page);
  const shift = await page.evaluate(() => document.documentElement.dataset.shift ?? '0');
  expect(Number(shift)).toBeLessThan(0.005);

  await rowOf(page).getByRole('button', { name: 'Clear' }).press('Enter');
  await expect(rowOf(page)).toBeHidden();
  await expect(page.getByText('Recently viewed games are cleared.')).toBeVisible();
  await page.reload();
  await waitForHydration(page);
  await expect(rowOf(page)).toBeHidden();
  expect(await page.evaluate(() => localStorage.getItem('viewed'))).toBeNull();
});

test('the row of recently viewed games contains the games whose pages were opened, the last one first', async ({
  page,
}) => {
  for (const { id, name } of [...games, ...games.slice(0, 1)]) {
    await page.goto(`/game-info/${id}`);
    const kept = () => page.evaluate(() => localStorage.getItem('viewed') ?? '');
    await expect.poll(kept).toMatch(new RegExp(`^\\[\\{"id":${id},"name":"${name}"`));
  }
  await page.goto('/');
  await expect.poll(() => namesIn(page)).toEqual(['Portal 2', 'Portal']);
});

test('the row of recently viewed games is updated when another tab opens a game, and ignores invalid stored values', async ({
  page,
}) => {
  await page.goto('/');
  await waitForHydration(page);
  await expect(rowOf(page)).toBeHidden();
  const other = await page.context().newPage();
  await other.goto('/about');
  const kept = JSON.stringify(games.slice(1));
  await other.evaluate((text) => localStorage.setItem('viewed', text), kept);
  await expect.poll(() => namesIn(page)).toEqual(['Portal']);
  for (const text of ['not json', '{"id":1}', '[null,{"id":"x"},7]', '[1,2]', '[{"id":1}]']) {
    await page.evaluate((invalid) => localStorage.setItem('viewed', invalid), text);
    await page.reload();
    await waitForHydration(page);
    await expect(rowOf(page), text).toBeHidden();
    // The row is never shown.
    await expect(page.locator('html'), text).not.toHaveAttribute('data-viewed');
  }
});

test('the row of recently viewed games does not fail in a browser without storage', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const blocked = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
    Object.defineProperty(window, 'localStorage', { get: blocked });
  });
  await page.goto('/');
  await waitForHydration(page);
  await page.getByRole('link', { name: 'Name', exact: true }).click();
  await page.waitForURL(/order=name/);
  await expect(rowOf(page)).toBeHidden();
});
