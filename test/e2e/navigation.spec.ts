import type { Page } from '@playwright/test';
import { withNightly } from '#test/config/nightly.ts';
import { waitForHydration } from './fixtures/hydration.ts';
import { test as base, expect, uniqueName } from './fixtures/test.ts';
import { registerTestUser, type TestUser } from './fixtures/test-user.ts';

/** `test` with a player who has a username of the greatest length. */
const test = base.extend<{ player: TestUser }>({
  player: async ({ guildhall }, use) => {
    // An underscore, because a line may break at a hyphen.
    const username = uniqueName('WatermelonWar').replace('-', '_');
    const player = await registerTestUser(guildhall, username);
    await use(player);
    await player.request.dispose();
  },
});

const bar = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const link = (page: Page, name: string) => bar(page).getByRole('link', { name, exact: true });
/** The button that holds everything on a small screen. */
const mainMenu = (page: Page) => page.locator('summary[aria-label=Menu]');
const playerMenu = (page: Page) => bar(page).getByRole('button', { name: 'Your menu' });
/** An entry of the player's menu. Notifications is also a button of the bar. */
const playerEntry = (page: Page, name: string) =>
  bar(page).getByRole('list', { name: 'Yours' }).getByRole('link', { name, exact: true });
const entries = [
  'Profile',
  'Inventory',
  'Collection',
  'Friends',
  'Wallet',
  'Notifications',
  'Daily reward',
];

/** Visible elements of the bar that are outside of it or overlap others. */
function findMisplaced(page: Page): Promise<string[]> {
  return bar(page).evaluate((nav) => {
    const navBox = nav.getBoundingClientRect();
    const parts = [...nav.querySelectorAll('a, button, summary')]
      .filter((part) => part.checkVisibility({ visibilityProperty: true }))
      .map((part) => ({ name: part.textContent ?? '', box: part.getBoundingClientRect() }));
    return parts
      .filter(({ box }, index) => {
        const outside =
          box.left < navBox.left ||
          box.right > navBox.right ||
          box.top < navBox.top ||
          box.bottom > navBox.bottom;
        const over = parts
          .slice(index + 1)
          .some((other) => box.right > other.box.left + 1 && box.left < other.box.right - 1);
        return outside || over;
      })
      .map(({ name }) => name);
  });
}

test.describe('the bar of a player', () => {
  test('shows every entry in one row from 1051 px', async ({ openPage, player }) => {
    const page = await openPage('/about', { user: player });
    const balance = bar(page).getByText('$0.00');
    // The largest possible balance.
    await balance.evaluate((money) => {
      money.textContent = '$100,000.00';
    });
    for (const width of [1051, 1280, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      for (const name of ['Shop', 'Library', 'Market', 'About']) {
        await expect(link(page, name)).toBeVisible();
      }
      await expect(mainMenu(page)).toBeHidden();
      await expect(bar(page).getByRole('button', { name: 'Logout' })).toBeVisible();
      const profile = bar(page).getByRole('link', { name: player.username });
      await expect(profile).toHaveAttribute('href', '/profile');
      await expect(profile).toContainText('$100,000.00');
      expect(await findMisplaced(page)).toEqual([]);
      const cut = await bar(page)
        .getByText(player.username)
        .evaluate((name) => name.scrollWidth - name.clientWidth);
      expect(cut).toBe(0);
    }
  });

  test('has the player’s pages and the choice of theme in a menu, which marks the current page and works by keyboard', async ({
    openPage,
    player,
  }) => {
    const page = await openPage('/about', { user: player });
    for (const name of entries) await expect(playerEntry(page, name)).toBeHidden();
    await playerMenu(page).focus();
    await page.keyboard.press('Enter');
    for (const name of entries) await expect(playerEntry(page, name)).toBeVisible();
    await expect(playerMenu(page)).toHaveAttribute('aria-expanded', 'true');
    await page.keyboard.press('Tab');
    const focused = page.locator(':focus');
    await expect(focused).toHaveText('Profile');
    await page.keyboard.press('Escape');
    await expect(playerEntry(page, 'Inventory')).toBeHidden();
    await expect(focused).toHaveAttribute('aria-label', 'Your menu');
    await expect(playerMenu(page)).toHaveAttribute('aria-expanded', 'false');

    await page.keyboard.press('Enter');
    await expect(playerEntry(page, 'Inventory')).toBeVisible();
    await page.mouse.click(5, 600);
    await expect(playerEntry(page, 'Inventory')).toBeHidden();

    await playerMenu(page).click();
    await playerEntry(page, 'Wallet').click();
    await page.waitForURL('/profile/wallet');
    await expect(playerEntry(page, 'Wallet')).toBeHidden();
    await playerMenu(page).click();
    await expect(playerEntry(page, 'Wallet')).toHaveAttribute('aria-current', 'page');
    await expect(playerEntry(page, 'Inventory')).not.toHaveAttribute('aria-current');

    const light = bar(page).getByRole('button', { name: 'Light theme' });
    await light.click();
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
    await waitForHydration(page);
    await playerMenu(page).click();
    await expect(light).toHaveAttribute('aria-pressed', 'true');
  });

  test('opens its menu without scripts', async ({ openPage, player }) => {
    const page = await openPage('/about', { user: player, javaScriptEnabled: false });
    await playerMenu(page).click();
    await expect(bar(page).getByRole('button', { name: 'Light theme' })).toBeHidden();
    await playerEntry(page, 'Inventory').click();
    await page.waitForURL(`/profile/${player.username}/inventory`);
  });

  for (const { width, height, javaScriptEnabled } of withNightly(
    [
      { width: 320, height: 568, javaScriptEnabled: true },
      { width: 1050, height: 800, javaScriptEnabled: false },
    ],
    [{ width: 390, height: 844, javaScriptEnabled: false }],
  )) {
    test(`holds everything behind one button at ${width} px`, async ({ openPage, player }) => {
      const viewport = { width, height };
      const page = await openPage('/about', { user: player, viewport, javaScriptEnabled });
      expect(await findMisplaced(page)).toEqual([]);
      await expect(playerMenu(page)).toBeHidden();
      await expect(link(page, 'About')).toBeHidden();
      await mainMenu(page).click();
      const all = ['Shop', 'Library', 'About', 'Home', 'Social', 'Discussion', ...entries];
      for (const name of all) {
        const entry = link(page, name).last();
        await entry.scrollIntoViewIfNeeded();
        await entry.click({ trial: true });
      }
      await expect(link(page, 'Market')).toHaveCount(2);
      await bar(page).getByRole('link', { name: player.username }).click({ trial: true });
      await bar(page).getByRole('button', { name: 'Logout' }).click({ trial: true });
      const sideways = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(sideways).toBe(0);
    });
  }
});

test.describe('the bar of a visitor', () => {
  test('has Register, Login and the choice of theme', async ({ openPage }) => {
    const page = await openPage('/about');
    await expect(link(page, 'Login')).toHaveAttribute('href', '/login');
    await expect(link(page, 'Register')).toHaveAttribute('href', '/register');
    await expect(link(page, 'Library')).toHaveCount(0);
    await expect(playerMenu(page)).toHaveCount(0);
    const dark = bar(page).getByRole('button', { name: 'Dark theme' });
    await expect(dark).toBeHidden();
    await bar(page).getByRole('button', { name: 'Theme' }).click();
    await dark.click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.keyboard.press('Escape');
    await expect(dark).toBeHidden();
  });

  test('has these entries in the menu on a phone', async ({ openPage }) => {
    const page = await openPage('/about', { viewport: { width: 320, height: 568 } });
    await mainMenu(page).click();
    for (const name of ['Shop', 'About', 'Discussion', 'Login', 'Register']) {
      await link(page, name).click({ trial: true });
    }
    await bar(page).getByRole('button', { name: 'Light theme' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  });
});

test('the Community menu marks the page that is open alone', async ({ openPage }) => {
  // A discussion is below another path than their list.
  const page = await openPage('/community/discussions');
  const menu = bar(page).getByRole('list', { name: 'Community' });
  const expectMarked = (name: string) =>
    expect.poll(() => menu.locator('[aria-current=page]').allTextContents()).toEqual([name]);
  const summary = page.locator('summary', { hasText: 'Community' });
  await summary.click();
  await expectMarked('Discussion');
  await menu.getByRole('link', { name: 'Social' }).click();
  await page.waitForURL('/community/social');
  await summary.click();
  await expectMarked('Social');
  await menu.getByRole('link', { name: 'Market' }).click();
  await page.waitForURL(/\/community\/market/);
  await summary.click();
  await expectMarked('Market');
});
