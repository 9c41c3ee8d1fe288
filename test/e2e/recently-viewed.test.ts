import type { BrowserContext, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { testData } from './fixtures/create-test-users.ts';
import { waitForHydration } from './fixtures/hydration.ts';
import { useGuildhall } from './fixtures/use-guildhall.ts';

const guildhall = useGuildhall({});

/** Opens a new browser context, tall enough for the whole start page, and closes it after `use`. */
async function inBrowser(use: (page: Page, context: BrowserContext) => Promise<void>) {
  const context = await guildhall.browser.newContext({ viewport: { width: 1280, height: 2600 } });
  const page = await context.newPage();
  const heard: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) heard.push(message.text());
  });
  page.on('pageerror', (error) => heard.push(error.message));
  try {
    await use(page, context);
    expect(heard).toEqual([]);
  } finally {
    await context.close();
  }
}

const rowOf = (page: Page) => page.getByRole('region', { name: 'Recently viewed' });
const namesIn = (page: Page) => rowOf(page).getByRole('link').allInnerTexts();

const games = [
  { id: testData.owned, name: 'Portal 2', backgroundImage: null },
  { id: testData.idle, name: 'Portal', backgroundImage: null },
];

/** Stores games as recently viewed, newest first. */
async function remember(context: BrowserContext, text: string) {
  await context.addInitScript((kept) => {
    if (!sessionStorage.getItem('set')) localStorage.setItem('viewed', kept);
    sessionStorage.setItem('set', 'yes');
  }, text);
}

it('shows the viewed games of this browser, can be cleared, and causes no layout shift', async () => {
  await inBrowser(async (page, context) => {
    await remember(context, JSON.stringify(games));
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const { value } = entry as PerformanceEntry & { value: number };
          const before = Number(document.documentElement.getAttribute('data-shift'));
          document.documentElement.setAttribute('data-shift', String(before + value));
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(guildhall.origin);
    await expect.poll(() => namesIn(page)).toEqual(['Portal 2', 'Portal']);
    await page.waitForLoadState('networkidle');
    const shift = await page.evaluate(() => document.documentElement.dataset.shift ?? '0');
    expect(Number(shift)).toBeLessThan(0.005);

    await rowOf(page).getByRole('button', { name: 'Clear' }).press('Enter');
    await rowOf(page).waitFor({ state: 'hidden' });
    await page.getByText('Recently viewed games are cleared.').waitFor();
    await page.reload();
    await waitForHydration(page);
    expect(await rowOf(page).isVisible()).toBe(false);
    expect(await page.evaluate(() => localStorage.getItem('viewed'))).toBeNull();
  });
});

it('contains the games whose pages were opened, the last one first', async () => {
  await inBrowser(async (page) => {
    for (const { id, name } of [...games, ...games.slice(0, 1)]) {
      await page.goto(`${guildhall.origin}/game-info/${id}`);
      const kept = () => page.evaluate(() => localStorage.getItem('viewed') ?? '');
      await expect.poll(kept).toMatch(new RegExp(`^\\[\\{"id":${id},"name":"${name}"`));
    }
    await page.goto(guildhall.origin);
    await expect.poll(() => namesIn(page)).toEqual(['Portal 2', 'Portal']);
  });
});

it('is updated when another tab opens a game', async () => {
  await inBrowser(async (page, context) => {
    await page.goto(guildhall.origin);
    await waitForHydration(page);
    expect(await rowOf(page).isVisible()).toBe(false);
    const other = await context.newPage();
    await other.goto(`${guildhall.origin}/about`);
    const kept = JSON.stringify(games.slice(1));
    await other.evaluate((text) => localStorage.setItem('viewed', text), kept);
    await expect.poll(() => namesIn(page)).toEqual(['Portal']);
  });
});

it.each(['not json', '{"id":1}', '[null,{"id":"x"},7]', '[1,2]', '[{"id":1}]'])(
  'ignores the invalid stored value %j',
  async (text) => {
    await inBrowser(async (page, context) => {
      await remember(context, text);
      await page.goto(guildhall.origin);
      await waitForHydration(page);
      await rowOf(page).waitFor({ state: 'hidden' });
      // The row is never shown.
      expect(await page.locator('html').getAttribute('data-viewed')).toBeNull();
    });
  },
);

it('does not fail in a browser without storage', async () => {
  await inBrowser(async (page) => {
    await page.addInitScript(() => {
      const blocked = () => {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      };
      Object.defineProperty(window, 'localStorage', { get: blocked });
    });
    await page.goto(guildhall.origin);
    await waitForHydration(page);
    await page.getByRole('link', { name: 'Name', exact: true }).click();
    await page.waitForURL(/order=name/);
    expect(await rowOf(page).isVisible()).toBe(false);
  });
});
