import type { BrowserContext, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { hydrated } from './fixtures/hydration.ts';
import { props } from './fixtures/startup-script.ts';
import { useHouse } from './fixtures/use-guildhall.ts';

const house = useHouse({});

/** Opens a browser of its own, tall enough to have the whole home in view, and closes it after `use`. */
async function inBrowser(use: (page: Page, context: BrowserContext) => Promise<void>) {
  const context = await house.browser.newContext({ viewport: { width: 1280, height: 2600 } });
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
  { id: props.owned, name: 'Portal 2', backgroundImage: null },
  { id: props.idle, name: 'Portal', backgroundImage: null },
];

/** As if these had been looked at before, newest first. */
async function remember(context: BrowserContext, text: string) {
  await context.addInitScript((kept) => {
    if (!sessionStorage.getItem('set')) localStorage.setItem('viewed', kept);
    sessionStorage.setItem('set', 'yes');
  }, text);
}

it('shows what this browser has looked at, forgets it when asked, and moves nothing', async () => {
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
    await page.goto(house.origin);
    await expect.poll(() => namesIn(page)).toEqual(['Portal 2', 'Portal']);
    await page.waitForLoadState('networkidle');
    const shift = await page.evaluate(() => document.documentElement.dataset.shift ?? '0');
    expect(Number(shift)).toBeLessThan(0.005);

    await rowOf(page).getByRole('button', { name: 'Clear' }).press('Enter');
    await rowOf(page).waitFor({ state: 'hidden' });
    await page.getByText('Recently viewed games are cleared.').waitFor();
    await page.reload();
    await hydrated(page);
    expect(await rowOf(page).isVisible()).toBe(false);
    expect(await page.evaluate(() => localStorage.getItem('viewed'))).toBeNull();
  });
});

it('has the games whose pages were opened, the last one first', async () => {
  await inBrowser(async (page) => {
    for (const { id, name } of [...games, ...games.slice(0, 1)]) {
      await page.goto(`${house.origin}/game-info/${id}`);
      const kept = () => page.evaluate(() => localStorage.getItem('viewed') ?? '');
      await expect.poll(kept).toMatch(new RegExp(`^\\[\\{"id":${id},"name":"${name}"`));
    }
    await page.goto(house.origin);
    await expect.poll(() => namesIn(page)).toEqual(['Portal 2', 'Portal']);
  });
});

it('follows what another tab looks at', async () => {
  await inBrowser(async (page, context) => {
    await page.goto(house.origin);
    await hydrated(page);
    expect(await rowOf(page).isVisible()).toBe(false);
    const other = await context.newPage();
    await other.goto(`${house.origin}/about`);
    const kept = JSON.stringify(games.slice(1));
    await other.evaluate((text) => localStorage.setItem('viewed', text), kept);
    await expect.poll(() => namesIn(page)).toEqual(['Portal']);
  });
});

it.each(['not json', '{"id":1}', '[null,{"id":"x"},7]', '[1,2]', '[{"id":1}]'])(
  'lives with %j in its place',
  async (text) => {
    await inBrowser(async (page, context) => {
      await remember(context, text);
      await page.goto(house.origin);
      await hydrated(page);
      await rowOf(page).waitFor({ state: 'hidden' });
      // Not even for a moment.
      expect(await page.locator('html').getAttribute('data-viewed')).toBeNull();
    });
  },
);

it('lives with a browser that keeps nothing', async () => {
  await inBrowser(async (page) => {
    await page.addInitScript(() => {
      const blocked = () => {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      };
      Object.defineProperty(window, 'localStorage', { get: blocked });
    });
    await page.goto(house.origin);
    await hydrated(page);
    await page.getByRole('link', { name: 'Name', exact: true }).click();
    await page.waitForURL(/order=name/);
    expect(await rowOf(page).isVisible()).toBe(false);
  });
});
