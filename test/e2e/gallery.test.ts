import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hydrated } from './fixtures/hydration.ts';
import { faultsOf } from './fixtures/layout-faults.ts';
import { props } from './fixtures/startup-script.ts';
import { contextFor, register } from './fixtures/test-users.ts';
import { useHouse } from './fixtures/use-guildhall.ts';

const house = useHouse({});
const path = `/game-info/${props.notOwned}`;

interface Scene {
  page: Page;
  dialog: Locator;
  /** Opens the dialog with the picture of this number. */
  open: (number: number) => Promise<void>;
  /** Waits until this one is the picture in view. */
  shows: (number: number) => Promise<void>;
}

/** The game's page at this width; the pictures are sure to be three. */
async function scene(width: number, act: (scene: Scene) => Promise<void>) {
  const viewport = { width, height: 800 };
  const context = await contextFor(house.browser, undefined, { viewport, theme: 'dark' });
  try {
    const page = await context.newPage();
    await page.goto(house.origin + path);
    await page.waitForLoadState('networkidle');
    const dialog = page.getByRole('dialog', { name: 'Pictures of The Witcher 3: Wild Hunt' });
    await act({
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
  it('open large where they were pressed, and turn by keys as far as they go', async () => {
    await scene(1440, async ({ page, dialog, open, shows }) => {
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

  it('turn by buttons, which keep the focus at the ends, and open anew where they are pressed', async () => {
    await scene(768, async ({ dialog, open, shows }) => {
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

  it('are swiped on a phone, where nothing lies over anything', async () => {
    await scene(390, async ({ page, dialog, open, shows }) => {
      await open(1);
      await dialog.locator('ul').hover();
      await page.mouse.wheel(300, 0);
      await shows(2);
      expect(await faultsOf(page)).toEqual([]);
    });
  });

  it('are seen to be missing where they cannot be had', async () => {
    const context = await contextFor(house.browser, undefined, {
      viewport: { width: 1280, height: 900 },
      theme: 'dark',
    });
    const page = await context.newPage();
    await page.route('**/art/scenes/**', (route) => route.abort());
    await page.goto(house.origin + path);
    const mark = page.getByRole('link', { name: 'Picture 2 of 3, enlarge' }).locator('svg');
    await mark.waitFor();
    expect(await mark.evaluate((svg) => getComputedStyle(svg).stroke)).not.toBe('rgba(0, 0, 0, 0)');
    await context.close();
  });

  it('are plain links without script', async () => {
    const context = await house.browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(house.origin + path);
    const link = page.getByRole('link', { name: 'Picture 1 of 3, enlarge' });
    const address = new URL((await link.getAttribute('href')) ?? '', house.origin);
    await link.click();
    await page.waitForURL(address.href);
    await context.close();
  });
});

describe('the purchase', () => {
  it('leaves the focus on Play', async () => {
    const viewport = { width: 1280, height: 900 };
    const context = await contextFor(house.browser, undefined, { viewport, theme: 'dark' });
    const page = await context.newPage();
    await register(page, house.origin, 'keyboard-only');
    await page.goto(`${house.origin}/add-money`);
    await page.getByRole('button', { name: 'Add Money' }).click();
    await page.getByText('$20.00 added.').first().waitFor();
    await page.goto(house.origin + path);
    // Before the page is awake the browser itself sends the form.
    await hydrated(page);
    await page.getByRole('button', { name: 'Buy' }).press('Enter');
    await page.getByText('The Witcher 3: Wild Hunt is yours.').waitFor();
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await expect.poll(focused).toBe('Play');
    await context.close();
  });
});

describe('the purchase on a phone', () => {
  it('stays in reach along the lower edge and hides nothing at the end', async () => {
    await scene(390, async ({ page }) => {
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
