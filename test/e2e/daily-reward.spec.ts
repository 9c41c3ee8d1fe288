import type { Page } from '@playwright/test';
import { withNightly } from '#test/config/nightly.ts';
import { followLink } from './fixtures/client-router.ts';
import { testData } from './fixtures/create-test-users.ts';
import { openLivePage, waitForHydration, waitForIdle } from './fixtures/hydration.ts';
import { expect, test } from './fixtures/test.ts';

async function open(page: Page, path: string) {
  await page.goto(path);
  await waitForHydration(page);
}

const dialog = (page: Page) => page.getByRole('dialog');
const greeting = (page: Page) => page.getByRole('dialog', { name: 'Your daily reward is here' });
const dialogScript = /daily-reward-dialog[^/]*\.js$/;
const card = (page: Page) => page.getByRole('main').getByRole('link', { name: /^Daily reward/ });

test.describe('the dialog of the daily reward', () => {
  test('opens from a card on the shop, says when the server cannot be reached, and shows the claimed amount and the new balance at the next try', async ({
    openPage,
    registerPlayer,
  }) => {
    const page = await openPage('/', { user: await registerPlayer('claims') });
    await card(page).click();
    await page.route(/daily-reward\.data/, (route) => route.abort());
    await greeting(page).getByRole('button', { name: 'Claim your reward' }).click();
    await expect(dialog(page).getByRole('alert')).toBeVisible();
    await page.unroute(/daily-reward\.data/);
    await greeting(page).getByRole('button', { name: 'Claim your reward' }).click();
    await expect(
      dialog(page).getByText('$20.00 claimed. Your balance is $20.00 now.'),
    ).toBeVisible();
    await expect(
      dialog(page).getByText(/^The next one comes in (\d+ hours?)?\s?(\d+ minutes?)?, at /),
    ).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    await expect(card(page)).toBeFocused();
    await expect(page.getByRole('navigation', { name: 'Main' }).getByText('$20.00')).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/');
  });

  test('opens from the menu and from a card on the profile, also after the reward was claimed', async ({
    openPage,
    registerPlayer,
  }) => {
    const page = await openPage('/about', { user: await registerPlayer('claims') });
    const menu = page.getByRole('button', { name: 'Your menu' });
    await menu.click();
    await page.getByRole('navigation').getByRole('link', { name: 'Daily reward' }).click();
    await expect(greeting(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    await expect(menu).toBeFocused();
    expect(new URL(page.url()).pathname).toBe('/about');

    await followLink(page, '/profile');
    await card(page).click();
    await greeting(page).getByRole('button', { name: 'Later' }).click();
    await expect(dialog(page)).toBeHidden();
    await card(page).click();
    await greeting(page).getByRole('button', { name: 'Claim your reward' }).click();
    await expect(dialog(page).getByText('$20.00 claimed.')).toBeVisible();
    await open(page, '/profile');
    await expect(card(page).getByText('Claimed today.')).toBeVisible();
    await card(page).click();
    await expect(
      dialog(page).getByText('You have already claimed the reward of today.'),
    ).toBeVisible();
    await expect(dialog(page).getByText(/^The next one comes in /)).toBeVisible();
    await expect(dialog(page).getByRole('button', { name: 'Claim your reward' })).toHaveCount(0);
  });

  test('is a page without scripts', async ({ openPage, registerPlayer }) => {
    const user = await registerPlayer('claims');
    const slow = await openPage('/', { user, javaScriptEnabled: false });
    await slow
      .getByRole('main')
      .getByRole('link', { name: /^Daily reward/ })
      .click();
    await slow.getByRole('button', { name: 'Claim your reward' }).click();
    await expect(slow.getByText('$20.00 claimed. Your balance is $20.00 now.')).toBeVisible();
    await slow.goto('/daily-reward');
    await expect(slow.getByText('You have already claimed the reward of today.')).toBeVisible();
  });
});

test.describe('the greeting of the daily reward', () => {
  test('appears on the shop once a day in all tabs', async ({ openPage, registerPlayer }) => {
    const user = await registerPlayer('greeted');
    const page = await openPage('/', { user, greeting: true });
    await greeting(page).getByRole('button', { name: 'Later' }).click();
    await expect(dialog(page)).toBeHidden();
    for (const tab of [page, await page.context().newPage()]) {
      await open(tab, '/');
      await expect(card(tab).getByText('is waiting for you.')).toBeVisible();
      // When the dialog of the card has opened and closed, a greeting would have appeared.
      await card(tab).click();
      await greeting(tab).getByRole('button', { name: 'Later' }).click();
      await expect(dialog(tab)).toBeHidden();
      await expect(dialog(tab)).toHaveCount(0);
    }
  });

  test('appears on the shop only', async ({ registerPlayer, createContext }) => {
    const user = await registerPlayer('calm');
    const context = await createContext({ user, greeting: true });
    const page = await context.newPage();
    const scripts: string[] = [];
    page.on('request', (request) => scripts.push(request.url()));
    const isDialogScript = (url: string) => dialogScript.test(url);
    // Only the shop starts the greeting: a screen of the account, one of everybody and one of a game.
    const screens = withNightly(
      ['/profile', '/about', `/game-info/${testData.notOwned}`],
      ['/library', '/profile/edit', '/add-money', '/community/market'],
    );
    for (const path of screens) {
      await openLivePage(page, path);
      await waitForIdle(page);
      await expect(dialog(page), path).toHaveCount(0);
      // A greeting that is still loading would appear later.
      expect(scripts.filter(isDialogScript), path).toEqual([]);
    }
    expect(await page.evaluate(() => localStorage.getItem('reward-greeted'))).toBeNull();
    await open(page, '/');
    await expect(greeting(page)).toBeVisible();
    expect(scripts.filter(isDialogScript)).toHaveLength(1);
  });

  for (const [what, begin] of [
    ['types', (page: Page) => page.getByRole('searchbox').fill('port')],
    ['has a menu open', (page: Page) => page.getByRole('button', { name: 'Your menu' }).click()],
  ] as const) {
    test(`does not appear while the player ${what}`, async ({ registerPlayer, createContext }) => {
      const user = await registerPlayer('busy');
      const page = await (await createContext({ user, greeting: true })).newPage();
      const begun = Promise.withResolvers<void>();
      // The dialog loads only when the player is already busy.
      await page.route(dialogScript, async (route) => {
        await begun.promise;
        await route.continue();
      });
      const loaded = page.waitForResponse(dialogScript);
      await page.goto('/');
      await begin(page);
      begun.resolve();
      await (await loaded).finished();
      await waitForHydration(page);
      await waitForIdle(page);
      await expect(dialog(page)).toHaveCount(0);
      expect(await page.evaluate(() => localStorage.getItem('reward-greeted'))).toBeNull();
      // It appears the next time.
      await open(page, '/');
      await expect(greeting(page)).toBeVisible();
    });
  }
});
