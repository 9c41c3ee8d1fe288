import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collectCards, sellFirstCard, testData } from './fixtures/create-test-users.ts';
import { waitForHydration } from './fixtures/hydration.ts';
import { contextFor, register } from './fixtures/test-users.ts';
import { useGuildhall } from './fixtures/use-guildhall.ts';

const guildhall = useGuildhall({ PLAY_CYCLE_MS: '600' });
const market = () => `${guildhall.origin}/community/market`;
const viewport = { width: 1280, height: 900 };
/** One price for each test, so that tests are independent. The last one is more than a new player has. */
const prices = ['9.01', '9.02', '9.03', '9.04', '9.05', '21.00'];
const contexts: BrowserContext[] = [];

/** Registers a player with $20.00 in a new browser context. */
async function newPlayer(username: string): Promise<Page> {
  const context = await contextFor(guildhall.browser, undefined, { viewport, theme: 'dark' });
  contexts.push(context);
  const page = await context.newPage();
  await register(page, guildhall.origin, username);
  await page.goto(`${guildhall.origin}/add-money`);
  await page.getByRole('button', { name: 'Add Money' }).click();
  await page.getByText('$20.00 added.').first().waitFor();
  return page;
}

/** Opens the market and waits for hydration. Before that, Buy leads to a confirmation page. */
async function open(page: Page): Promise<void> {
  await page.goto(market());
  await waitForHydration(page);
}
const buyFor = (page: Page, price: string) =>
  page.getByRole('main').getByRole('button', { name: new RegExp(`^Buy .* for \\$${price}$`) });
const question = (page: Page, price: string) =>
  page.getByRole('dialog', {
    name: `Are you sure you want to buy this item for ${price} coins?`,
  });
const balance = (page: Page, text: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByText(text).waitFor();

beforeAll(async () => {
  const seller = await newPlayer('card-seller');
  await seller.goto(`${guildhall.origin}/game-info/${testData.owned}`);
  await seller.getByRole('button', { name: 'Buy' }).click();
  await seller.getByRole('link', { name: 'Play' }).first().waitFor();
  await collectCards(seller, `${guildhall.origin}/game-session/${testData.owned}`, prices.length);
  for (const price of prices) {
    await sellFirstCard(seller, `${guildhall.origin}/profile/card-seller/inventory`, price);
  }
});

afterAll(async () => {
  for (const context of contexts) await context.close();
});

describe('a buyer', () => {
  it('confirms with the new balance in view and can buy by keyboard only', async () => {
    const first = await newPlayer('first-buyer');
    await open(first);
    await buyFor(first, '9.01').focus();
    await first.keyboard.press('Enter');
    const dialog = question(first, '9.01');
    await dialog.waitFor();
    await dialog.getByText('$10.99').waitFor();
    // Escape changes nothing and restores the focus.
    await first.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await expect
      .poll(() => buyFor(first, '9.01').evaluate((button) => button === document.activeElement))
      .toBe(true);
    await first.keyboard.press('Enter');
    await dialog.waitFor();
    // Again, faster than the close event of the dialog.
    await first.keyboard.press('Escape');
    await first.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Buy' }).focus();
    await first.keyboard.press('Enter');
    await first.getByText('Item purchased successfully').waitFor();
    await dialog.waitFor({ state: 'hidden' });
    await balance(first, '$10.99');
    await buyFor(first, '9.01').waitFor({ state: 'hidden' });
    await expect.poll(() => first.evaluate(() => document.activeElement?.id)).toBe('list-title');
    await first.goto(`${guildhall.origin}/profile/first-buyer/inventory`);
    await first.getByText('One card').waitFor();
  });

  it('pays once even when the button is pressed repeatedly', async () => {
    const first = await newPlayer('eager-buyer');
    await open(first);
    let sent = 0;
    await first.route(/market\.data/, async (route) => {
      if (route.request().method() === 'POST') sent += 1;
      await route.continue();
    });
    await buyFor(first, '9.02').click();
    await question(first, '9.02').getByRole('button', { name: 'Buy' }).dblclick();
    await first.getByText('Item purchased successfully').waitFor();
    await balance(first, '$10.98');
    await first.unroute(/market\.data/);
    expect(sent).toBe(1);
  });

  it('with too little money sees that before buying', async () => {
    const first = await newPlayer('poor-buyer');
    await open(first);
    await first.getByRole('main').getByText('Not enough money: $1.00 missing').waitFor();
    await buyFor(first, '21.00').click();
    // There is no confirmation, because the purchase is not possible.
    const dialog = first.getByRole('dialog', { name: 'Not enough money.' });
    await dialog.getByText('$1.00 is missing to buy this card.').waitFor();
    expect(await question(first, '21.00').count()).toBe(0);
    expect(await dialog.getByRole('button', { name: 'Buy' }).count()).toBe(0);
    await dialog.getByRole('link', { name: 'Add Money' }).click();
    await first.waitForURL(/add-money/);
    await first.getByRole('button', { name: 'Add Money' }).click();
    await first.getByText('$20.00 added.').first().waitFor();
  });

  it('who is too late sees that the listing is gone and pays nothing', async () => {
    const first = await newPlayer('fast-buyer');
    const second = await newPlayer('slow-buyer');
    await open(first);
    await open(second);
    await buyFor(second, '9.03').click();
    await question(second, '9.03').waitFor();
    await buyFor(first, '9.03').click();
    await question(first, '9.03').getByRole('button', { name: 'Buy' }).click();
    await first.getByText('Item purchased successfully').waitFor();

    await question(second, '9.03').getByRole('button', { name: 'Buy' }).click();
    await second.getByText('This item is no longer available.').waitFor();
    await question(second, '9.03').waitFor({ state: 'hidden' });
    // The list is up to date.
    await buyFor(second, '9.03').waitFor({ state: 'hidden' });
    await balance(second, '$20.00');
  });

  it('without a connection sees an error and can try again in the same dialog', async () => {
    const second = await newPlayer('cut-off-buyer');
    await open(second);
    await buyFor(second, '9.04').click();
    const dialog = question(second, '9.04');
    await dialog.waitFor();
    await second.context().setOffline(true);
    await dialog.getByRole('button', { name: 'Buy' }).click();
    await dialog.getByText('Failed to purchase the item.').waitFor();
    await second.context().setOffline(false);
    await dialog.getByRole('button', { name: 'Buy' }).click();
    await second.getByText('Item purchased successfully').waitFor();
    await balance(second, '$10.96');
  });
});

describe('the list', () => {
  it('has its search and filters in the address, so that Back works', async () => {
    const second = await newPlayer('searcher');
    await open(second);
    const found = second.getByRole('searchbox');
    await found.fill('card-sell');
    await second.getByRole('main').getByRole('button', { name: 'Search' }).click();
    await second.getByRole('heading', { name: 'Cards matching “card-sell”' }).waitFor();
    await second.getByLabel('Game').selectOption({ label: 'Portal 2' });
    // The search text and the filters are combined.
    await found.fill('card-seller');
    await second.getByRole('main').getByRole('button', { name: 'Search' }).click();
    await second
      .getByRole('heading', { name: 'Cards of Portal 2 matching “card-seller”' })
      .waitFor();
    await second.goBack();
    await second.getByRole('heading', { name: 'Cards matching “card-sell”' }).waitFor();
    await second.getByRole('link', { name: 'Clear' }).click();
    await second.getByRole('heading', { name: 'All cards for sale' }).waitFor();
    await expect.poll(() => found.inputValue()).toBe('');
  });
});

describe('without scripts', () => {
  it('a player confirms on a page and buys', async () => {
    const context = await guildhall.browser.newContext({
      javaScriptEnabled: false,
      storageState: await (await newPlayer('scriptless')).context().storageState(),
    });
    contexts.push(context);
    const page = await context.newPage();
    await page.goto(`${market()}?order=price`);
    await buyFor(page, '9.05').click();
    await page
      .getByRole('heading', {
        name: 'Are you sure you want to buy this item for 9.05 coins?',
      })
      .waitFor();
    await page
      .getByRole('region', { name: /^Are you sure/ })
      .getByRole('button', { name: 'Buy' })
      .click();
    await page.getByText('Item purchased successfully').waitFor();
    await balance(page, '$10.95');
    await buyFor(page, '9.05').waitFor({ state: 'hidden' });
  });
});
