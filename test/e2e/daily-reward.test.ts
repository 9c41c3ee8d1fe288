import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { testData } from './fixtures/create-test-users.ts';
import { waitForHydration } from './fixtures/hydration.ts';
import { contextFor, register } from './fixtures/test-users.ts';
import { useGuildhall } from './fixtures/use-guildhall.ts';

const guildhall = useGuildhall({});
const contexts: BrowserContext[] = [];

afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
});

/** Registers a player in a new browser context. */
async function newPlayer(username: string, greeting: boolean): Promise<Page> {
  const viewport = { width: 1280, height: 800 };
  const settings = { viewport, theme: 'dark', greeting } as const;
  const context = await contextFor(guildhall.browser, undefined, settings);
  contexts.push(context);
  const page = await context.newPage();
  await register(page, guildhall.origin, username);
  return page;
}

async function open(page: Page, path: string) {
  await page.goto(guildhall.origin + path);
  await waitForHydration(page);
}

const dialog = (page: Page) => page.getByRole('dialog');
const greeting = (page: Page) => page.getByRole('dialog', { name: 'Your daily reward is here' });
const card = (page: Page) => page.getByRole('main').getByRole('link', { name: /^Daily reward/ });

describe('the dialog of the daily reward', () => {
  it('opens from a card on the shop and shows the claimed amount and the new balance', async () => {
    const page = await newPlayer('claims-in-shop', false);
    await open(page, '/');
    await card(page).click();
    await greeting(page).getByRole('button', { name: 'Claim your reward' }).click();
    await dialog(page).getByText('$20.00 claimed. Your balance is $20.00 now.').waitFor();
    await dialog(page)
      .getByText(/^The next one comes in (\d+ hours?)?\s?(\d+ minutes?)?, at /)
      .waitFor();
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'hidden' });
    await expect
      .poll(() => card(page).evaluate((link) => link === document.activeElement))
      .toBe(true);
    await page.getByRole('navigation', { name: 'Main' }).getByText('$20.00').waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
  });

  it('opens from a card on the profile, also after the reward was claimed', async () => {
    const page = await newPlayer('claims-in-profile', false);
    await open(page, '/profile');
    await card(page).click();
    await greeting(page).getByRole('button', { name: 'Later' }).click();
    await dialog(page).waitFor({ state: 'hidden' });
    await card(page).click();
    await greeting(page).getByRole('button', { name: 'Claim your reward' }).click();
    await dialog(page).getByText('$20.00 claimed.').waitFor();
    await open(page, '/profile');
    await card(page).getByText('Claimed today.').waitFor();
    await card(page).click();
    await dialog(page).getByText('You have already claimed the reward of today.').waitFor();
    await dialog(page)
      .getByText(/^The next one comes in /)
      .waitFor();
    expect(await dialog(page).getByRole('button', { name: 'Claim your reward' }).count()).toBe(0);
  });

  it('opens from the menu and returns the focus to the menu button', async () => {
    const page = await newPlayer('claims-in-menu', false);
    await open(page, '/about');
    const menu = page.getByRole('button', { name: 'Your menu' });
    await menu.click();
    await page.getByRole('navigation').getByRole('link', { name: 'Daily reward' }).click();
    await greeting(page).waitFor();
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'hidden' });
    await expect
      .poll(() => menu.evaluate((button) => button === document.activeElement))
      .toBe(true);
    expect(new URL(page.url()).pathname).toBe('/about');
  });

  it('shows that the server cannot be reached, and claims at the next try', async () => {
    const page = await newPlayer('claims-offline', false);
    await open(page, '/');
    await card(page).click();
    await page.route(/daily-reward\.data/, (route) => route.abort());
    await greeting(page).getByRole('button', { name: 'Claim your reward' }).click();
    await dialog(page).getByRole('alert').waitFor();
    await page.unroute(/daily-reward\.data/);
    await greeting(page).getByRole('button', { name: 'Claim your reward' }).click();
    await dialog(page).getByText('$20.00 claimed. Your balance is $20.00 now.').waitFor();
  });

  it('is a page without scripts', async () => {
    const page = await newPlayer('claims-plainly', false);
    const plain = await guildhall.browser.newContext({
      javaScriptEnabled: false,
      storageState: await page.context().storageState(),
    });
    contexts.push(plain);
    const slow = await plain.newPage();
    await slow.goto(guildhall.origin);
    await slow
      .getByRole('main')
      .getByRole('link', { name: /^Daily reward/ })
      .click();
    await slow.getByRole('button', { name: 'Claim your reward' }).click();
    await slow.getByText('$20.00 claimed. Your balance is $20.00 now.').waitFor();
    await slow.goto(`${guildhall.origin}/daily-reward`);
    await slow.getByText('You have already claimed the reward of today.').waitFor();
  });
});

describe('the greeting of the daily reward', () => {
  it('appears on the shop once a day in all tabs', async () => {
    const page = await newPlayer('greeted-once', true);
    await open(page, '/');
    await greeting(page).getByRole('button', { name: 'Later' }).click();
    await dialog(page).waitFor({ state: 'hidden' });
    for (const tab of [page, await page.context().newPage()]) {
      await open(tab, '/');
      await card(tab).getByText('is waiting for you.').waitFor();
      // When the dialog of the card has opened and closed, a greeting would have appeared.
      await card(tab).click();
      await greeting(tab).getByRole('button', { name: 'Later' }).click();
      await dialog(tab).waitFor({ state: 'hidden' });
      expect(await dialog(tab).count()).toBe(0);
    }
  });

  it.each([
    '/library',
    '/profile',
    '/profile/edit',
    '/add-money',
    '/about',
    '/community/market',
    `/game-info/${testData.notOwned}`,
  ])('does not come over %s', async (path) => {
    const page = await newPlayer(`calm-${path.replaceAll(/[^a-z]/g, '').slice(0, 12)}`, true);
    await open(page, path);
    await page.waitForLoadState('networkidle');
    expect(await dialog(page).count()).toBe(0);
    expect(await page.evaluate(() => localStorage.getItem('reward-greeted'))).toBeNull();
    // The greeting still appears on the shop.
    await open(page, '/');
    await greeting(page).waitFor();
  });

  it('does not appear over a field in use or another dialog', async () => {
    const page = await newPlayer('types-a-search', true);
    let release = () => {};
    const typed = new Promise<void>((resolve) => {
      release = resolve;
    });
    // The script loads only when the player is already typing.
    await page.route(/daily-reward-dialog/, async (route) => {
      await typed;
      await route.continue();
    });
    await page.goto(guildhall.origin);
    await page.getByRole('searchbox').fill('port');
    const loaded = page.waitForResponse(/daily-reward-dialog/);
    release();
    await loaded;
    await page.waitForLoadState('networkidle');
    expect(await dialog(page).count()).toBe(0);
    expect(await page.getByRole('searchbox').inputValue()).toBe('port');
  });
});
