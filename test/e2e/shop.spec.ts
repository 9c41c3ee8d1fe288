import type { Locator, Page } from '@playwright/test';
import { desktop, phone } from './fixtures/browser-context.ts';
import { waitForHydration, waitForIdle } from './fixtures/hydration.ts';
import { findLayoutProblems } from './fixtures/layout-problems.ts';
import { pauseClock } from './fixtures/paused-clock.ts';
import { expect, test } from './fixtures/test.ts';

test.use({ loadsImages: true });

test.describe('the banner of the shop', () => {
  test('is replaced by an error text when it does not load for five seconds', async ({
    createContext,
  }) => {
    const page = await (await createContext()).newPage();
    await pauseClock(page);
    // The request for the banner is never answered.
    await page.route('**/art/banner-*', () => {});
    await page.goto('/', { waitUntil: 'domcontentloaded' });
    // While the clock is paused, scripts load only after a press.
    await page.keyboard.press('Shift');
    await waitForHydration(page);
    await waitForIdle(page);
    const failed = page.getByText('Failed to load banner. Please refresh your cache.');
    await page.clock.runFor(4_999);
    await expect(failed).toBeHidden();
    await page.clock.runFor(1);
    await expect(failed).toBeVisible();
  });
});

test.describe('the sort orders of a search in the shop', () => {
  test('have enough space at 320 px', async ({ openPage }) => {
    const page = await openPage('/?q=the', { viewport: { width: 320, height: 900 } });
    await expect(page.getByRole('link', { name: 'Best match' })).toBeVisible();
    expect(await findLayoutProblems(page)).toEqual([]);
  });
});

test.describe('the grids of the shop', () => {
  const list = (page: Page) => page.locator('section[aria-labelledby=list-title]');

  /** Presses a key. Returns the index of the focused link, or -1. */
  async function press(page: Page, links: Locator, key: string): Promise<number> {
    await page.keyboard.press(key);
    return links.evaluateAll((all) => all.indexOf(document.activeElement as HTMLAnchorElement));
  }

  test('can be navigated with the arrow keys', async ({ openPage }) => {
    const page = await openPage('/');
    const links = list(page).getByRole('listitem').getByRole('heading').getByRole('link');
    await links.first().focus();
    expect(await press(page, links, 'ArrowRight')).toBe(1);
    // There are four games in a row.
    expect(await press(page, links, 'ArrowDown')).toBe(5);
    expect(await press(page, links, 'ArrowLeft')).toBe(4);
    expect(await press(page, links, 'ArrowUp')).toBe(0);
    expect(await press(page, links, 'End')).toBe(23);
    expect(await press(page, links, 'Home')).toBe(0);
    expect(await press(page, links, 'Tab')).toBe(1);
  });

  test('have separate shelves, in which the arrow keys reach the visible games', async ({
    openPage,
  }) => {
    const page = await openPage('/', { viewport: { ...desktop, width: 1100 } });
    const shelf = page.getByRole('region', { name: 'New', exact: true });
    const links = shelf.getByRole('listitem').getByRole('link');
    await links.first().focus();
    const shown = await links.count();
    expect(await press(page, links, 'End')).toBe(shown - 1);
    expect(await press(page, links, 'ArrowRight')).toBe(shown - 1);
    expect(await press(page, links, 'ArrowLeft')).toBe(shown - 2);
  });

  test('have as many games as the player chooses, with and without scripts', async ({
    openPage,
  }) => {
    const titles = (page: Page) => list(page).getByRole('listitem').getByRole('heading');
    const page = await openPage('/?genre=action', { viewport: phone });
    await expect(titles(page)).toHaveCount(24);
    await page.getByLabel('Per page', { exact: true }).selectOption('50');
    await expect(titles(page)).toHaveCount(50);
    expect(new URL(page.url()).search).toBe('?genre=action&perPage=50');
    await page.getByRole('link', { name: 'Next' }).click();
    await page.waitForURL(/page=2/);
    expect(new URL(page.url()).searchParams.get('perPage')).toBe('50');
    await page.getByLabel('Per page', { exact: true }).selectOption('24');
    await expect.poll(() => new URL(page.url()).search).toBe('?genre=action');
    expect(await findLayoutProblems(page)).toEqual([]);
    const plain = await openPage('/?genre=action', { javaScriptEnabled: false });
    await plain.getByLabel('Per page', { exact: true }).selectOption('50');
    await plain.getByRole('button', { name: 'Apply' }).click();
    await expect(titles(plain)).toHaveCount(50);
  });
});
