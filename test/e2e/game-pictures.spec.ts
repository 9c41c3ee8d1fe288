import type { Locator, Page } from '@playwright/test';
import { testData } from './fixtures/create-test-users.ts';
import { findLayoutProblems } from './fixtures/layout-problems.ts';
import { addMoney } from './fixtures/player-actions.ts';
import { test as base, expect } from './fixtures/test.ts';

const path = `/game-info/${testData.notOwned}`;

interface GamePage {
  page: Page;
  /** The dialog with an enlarged picture. */
  dialog: Locator;
  /** Opens the dialog with the picture of this number. */
  enlarge: (number: number) => Promise<void>;
  /** Waits until the picture with this number is shown. */
  expectShown: (number: number) => Promise<void>;
}

/** `test` with a function that opens the page of a game with three pictures at a width. */
const test = base.extend<{ openGame: (width: number) => Promise<GamePage> }>({
  openGame: async ({ openPage }, use) =>
    use(async (width) => {
      const page = await openPage(path, { viewport: { width, height: 800 } });
      const dialog = page.getByRole('dialog', { name: 'Pictures of The Witcher 3: Wild Hunt' });
      return {
        page,
        dialog,
        enlarge: async (number) => {
          await page.getByRole('link', { name: `Picture ${number} of 3, enlarge` }).click();
          await expect(dialog).toBeVisible();
        },
        expectShown: async (number) => {
          await expect(dialog.getByText(`${number} of 3`, { exact: true })).toBeVisible();
          await page.waitForFunction((index) => {
            const track = document.querySelector('dialog[open] ul');
            const box = track?.children[index]?.getBoundingClientRect();
            const middle = box ? box.left + box.width / 2 : Number.NaN;
            return Math.abs(middle - innerWidth / 2) < 2;
          }, number - 1);
        },
      };
    }),
});

test.use({ loadsImages: true });

test.describe("a game's pictures", () => {
  test('open large at the clicked picture, and change up to the ends with the arrow keys and with buttons, which keep the focus', async ({
    openGame,
  }) => {
    const { page, dialog, enlarge, expectShown } = await openGame(1440);
    await enlarge(2);
    await expectShown(2);
    for (const [key, number] of [
      ['ArrowRight', 3],
      ['ArrowRight', 3],
      ['ArrowLeft', 2],
      ['Home', 1],
      ['ArrowLeft', 1],
      ['End', 3],
    ] as const) {
      await page.keyboard.press(key);
      await expectShown(number);
    }
    const loaded = await dialog
      .getByRole('img', { name: 'Picture 3 of The Witcher 3: Wild Hunt' })
      .evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth > 0));
    expect(loaded).toBe(true);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    const focused = page.getByRole('link', { name: 'Picture 2 of 3, enlarge' });
    await expect(focused).toBeFocused();

    await page.setViewportSize({ width: 768, height: 800 });
    await enlarge(1);
    const next = dialog.getByRole('button', { name: 'Next picture' });
    await next.click();
    await next.click();
    await expectShown(3);
    await expect(next).toHaveAttribute('aria-disabled', 'true');
    await expect(next).toBeFocused();
    await dialog.getByRole('button', { name: 'Previous picture' }).click();
    await expectShown(2);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toBeHidden();
    await enlarge(1);
    await expectShown(1);
  });

  test('can be swiped on a phone, whose button at the lower edge does not cover the end of the page', async ({
    openGame,
  }) => {
    const { page, dialog, enlarge, expectShown } = await openGame(390);
    const bar = page.getByRole('region', { name: 'Buy this game' });
    const bottom = () => bar.evaluate((element) => element.getBoundingClientRect().bottom);
    expect(await bottom()).toBe(800);
    await expect(bar.getByRole('link', { name: 'Buy' })).toBeVisible();
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    const last = page.getByRole('contentinfo');
    await expect(last).toBeVisible();
    const footer = await last.evaluate((element) => element.getBoundingClientRect().top);
    expect(await bottom()).toBeLessThanOrEqual(footer);

    await enlarge(1);
    await dialog.locator('ul').hover();
    await page.mouse.wheel(300, 0);
    await expectShown(2);
    expect(await findLayoutProblems(page)).toEqual([]);
  });

  test('show a placeholder when they cannot be loaded', async ({ createContext }) => {
    const page = await (await createContext()).newPage();
    await page.route('**/art/scenes/**', (route) => route.abort());
    await page.goto(path);
    const mark = page.getByRole('link', { name: 'Picture 2 of 3, enlarge' }).locator('svg');
    await expect(mark).toBeVisible();
    expect(await mark.evaluate((svg) => getComputedStyle(svg).stroke)).not.toBe('rgba(0, 0, 0, 0)');
  });

  test('are plain links without scripts', async ({ openPage }) => {
    const page = await openPage(path, { javaScriptEnabled: false });
    const link = page.getByRole('link', { name: 'Picture 1 of 3, enlarge' });
    const url = new URL((await link.getAttribute('href')) ?? '', page.url());
    await link.click();
    await page.waitForURL(url.href);
  });
});

test.describe('the purchase', () => {
  test('moves the focus to Play', async ({ openPage, registerPlayer }) => {
    const user = await registerPlayer('keyboard');
    await addMoney(user);
    const page = await openPage(path, { user });
    await page.getByRole('button', { name: 'Buy' }).press('Enter');
    await expect(page.getByText('The Witcher 3: Wild Hunt is yours.')).toBeVisible();
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await expect.poll(focused).toBe('Play');
  });
});
