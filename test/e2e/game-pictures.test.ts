import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { testData } from './fixtures/create-test-users.ts';
import { waitForHydration } from './fixtures/hydration.ts';
import { findLayoutProblems } from './fixtures/layout-problems.ts';
import { contextFor, register } from './fixtures/test-users.ts';
import { useGuildhall } from './fixtures/use-guildhall.ts';

const guildhall = useGuildhall({});
const path = `/game-info/${testData.notOwned}`;

interface GamePictures {
  page: Page;
  dialog: Locator;
  /** Opens the dialog with the picture of this number. */
  open: (number: number) => Promise<void>;
  /** Waits until the picture with this number is shown. */
  shows: (number: number) => Promise<void>;
}

/** Opens the page of a game with three pictures at this width. */
async function openGame(width: number, use: (game: GamePictures) => Promise<void>) {
  const viewport = { width, height: 800 };
  const context = await contextFor(guildhall.browser, undefined, { viewport, theme: 'dark' });
  try {
    const page = await context.newPage();
    await page.goto(guildhall.origin + path);
    await page.waitForLoadState('networkidle');
    const dialog = page.getByRole('dialog', { name: 'Pictures of The Witcher 3: Wild Hunt' });
    await use({
      page,
      dialog,
      open: async (number) => {
        await page.getByRole('link', { name: `Picture ${number} of 3, enlarge` }).click();
        await dialog.waitFor();
      },
      shows: async (number) => {
        await dialog.getByText(`${number} of 3`, { exact: true }).waitFor();
        await page.waitForFunction((index) => {
          const track = document.querySelector('dialog[open] ul');
          const box = track?.children[index]?.getBoundingClientRect();
          const middle = box ? box.left + box.width / 2 : Number.NaN;
          return Math.abs(middle - innerWidth / 2) < 2;
        }, number - 1);
      },
    });
  } finally {
    await context.close();
  }
}

describe("a game's pictures", () => {
  it('open large at the clicked picture and change with the arrow keys up to the ends', async () => {
    await openGame(1440, async ({ page, dialog, open, shows }) => {
      await open(2);
      await shows(2);
      for (const [key, number] of [
        ['ArrowRight', 3],
        ['ArrowRight', 3],
        ['ArrowLeft', 2],
        ['Home', 1],
        ['ArrowLeft', 1],
        ['End', 3],
      ] as const) {
        await page.keyboard.press(key);
        await shows(number);
      }
      const loaded = await dialog
        .getByRole('img', { name: 'Picture 3 of The Witcher 3: Wild Hunt' })
        .evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth > 0));
      expect(loaded).toBe(true);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
      const focused = page.getByRole('link', { name: 'Picture 2 of 3, enlarge' });
      await expect
        .poll(() => focused.evaluate((link) => link === document.activeElement))
        .toBe(true);
    });
  });

  it('change with buttons, which keep the focus at the ends, and open again at the clicked picture', async () => {
    await openGame(768, async ({ dialog, open, shows }) => {
      await open(1);
      const next = dialog.getByRole('button', { name: 'Next picture' });
      await next.click();
      await next.click();
      await shows(3);
      await expect.poll(() => next.getAttribute('aria-disabled')).toBe('true');
      expect(await next.evaluate((button) => button === document.activeElement)).toBe(true);
      await dialog.getByRole('button', { name: 'Previous picture' }).click();
      await shows(2);
      await dialog.getByRole('button', { name: 'Close' }).click();
      await dialog.waitFor({ state: 'hidden' });
      await open(1);
      await shows(1);
    });
  });

  it('can be swiped on a phone without overlapping controls', async () => {
    await openGame(390, async ({ page, dialog, open, shows }) => {
      await open(1);
      await dialog.locator('ul').hover();
      await page.mouse.wheel(300, 0);
      await shows(2);
      expect(await findLayoutProblems(page)).toEqual([]);
    });
  });

  it('show a placeholder when they cannot be loaded', async () => {
    const context = await contextFor(guildhall.browser, undefined, {
      viewport: { width: 1280, height: 900 },
      theme: 'dark',
    });
    const page = await context.newPage();
    await page.route('**/art/scenes/**', (route) => route.abort());
    await page.goto(guildhall.origin + path);
    const mark = page.getByRole('link', { name: 'Picture 2 of 3, enlarge' }).locator('svg');
    await mark.waitFor();
    expect(await mark.evaluate((svg) => getComputedStyle(svg).stroke)).not.toBe('rgba(0, 0, 0, 0)');
    await context.close();
  });

  it('are plain links without scripts', async () => {
    const context = await guildhall.browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(guildhall.origin + path);
    const link = page.getByRole('link', { name: 'Picture 1 of 3, enlarge' });
    const address = new URL((await link.getAttribute('href')) ?? '', guildhall.origin);
    await link.click();
    await page.waitForURL(address.href);
    await context.close();
  });
});

describe('the purchase', () => {
  it('moves the focus to Play', async () => {
    const viewport = { width: 1280, height: 900 };
    const context = await contextFor(guildhall.browser, undefined, { viewport, theme: 'dark' });
    const page = await context.newPage();
    await register(page, guildhall.origin, 'keyboard-only');
    await page.goto(`${guildhall.origin}/add-money`);
    await page.getByRole('button', { name: 'Add Money' }).click();
    await page.getByText('$20.00 added.').first().waitFor();
    await page.goto(guildhall.origin + path);
    // Before hydration the browser itself sends the form.
    await waitForHydration(page);
    await page.getByRole('button', { name: 'Buy' }).press('Enter');
    await page.getByText('The Witcher 3: Wild Hunt is yours.').waitFor();
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await expect.poll(focused).toBe('Play');
    await context.close();
  });
});

describe('the purchase on a phone', () => {
  it('has a button at the lower edge that does not cover the end of the page', async () => {
    await openGame(390, async ({ page }) => {
      const bar = page.getByRole('region', { name: 'Buy this game' });
      const buy = bar.getByRole('link', { name: 'Buy' });
      const bottom = () => bar.evaluate((element) => element.getBoundingClientRect().bottom);
      expect(await bottom()).toBe(800);
      await buy.waitFor();
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      const last = page.getByRole('contentinfo');
      await last.waitFor();
      const footer = await last.evaluate((element) => element.getBoundingClientRect().top);
      expect(await bottom()).toBeLessThanOrEqual(footer);
    });
  });
});
