import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testData } from './fixtures/create-test-users.ts';
import { contextFor, register } from './fixtures/test-users.ts';
import { useGuildhall } from './fixtures/use-guildhall.ts';

const cards = 15;
// The cycle is so long that no further card is awarded while they are counted.
const guildhall = useGuildhall({
  PLAY_CYCLE_MS: '600',
  AWARDS_PER_DAY: String(cards),
  MARKET_FEE_PERCENT: '10',
});
const username = 'market-stall';
const inventory = () => `${guildhall.origin}/profile/${username}/inventory`;
const listings = () => `${guildhall.origin}/community/market/listings`;

let context: BrowserContext | undefined;
let page: Page;
const consoleErrors: string[] = [];

/** The number of copies that the page shows. */
async function copies(): Promise<number> {
  const lead = await page
    .getByRole('main')
    .getByText(/^(One card|\d+ cards)$/)
    .innerText();
  return lead === 'One card' ? 1 : Number.parseInt(lead, 10);
}

const sellButton = () => page.getByRole('button', { name: 'Sell', exact: true });
const price = () => page.getByLabel('Price', { exact: true });

beforeAll(async () => {
  context = await contextFor(guildhall.browser, undefined, {
    viewport: { width: 1280, height: 900 },
    theme: 'dark',
  });
  page = await context.newPage();
  page.on('console', (message) => {
    // The browser logs the response of a rejected form, which is expected.
    const refused = message.text().includes('the server responded with a status of 4');
    if (['error', 'warning'].includes(message.type()) && !refused)
      consoleErrors.push(message.text());
  });
  page.on('pageerror', (error) => consoleErrors.push(error.message));
  await register(page, guildhall.origin, username);
  await page.goto(`${guildhall.origin}/add-money`);
  await page.getByRole('button', { name: 'Add Money' }).click();
  await page.getByText('$20.00 added.').first().waitFor();
  await page.goto(`${guildhall.origin}/game-info/${testData.owned}`);
  await page.getByRole('button', { name: 'Buy' }).click();
  await page.getByRole('link', { name: 'Play' }).first().waitFor();
  await page.goto(`${guildhall.origin}/game-session/${testData.owned}`);
  await page.getByRole('button', { name: 'Start Playing' }).click();
  // More than the cards of any set, so that there are duplicates.
  await page
    .locator('section', { hasText: 'Cards of this session' })
    .getByRole('listitem')
    .nth(cards - 1)
    .waitFor();
  await page.goto(inventory());
});

afterAll(async () => {
  await context?.close();
});

describe('a seller', () => {
  it('sees an error for a missing price before the form is sent', async () => {
    await sellButton().click();
    await page.getByText('Please enter a price.').waitFor();
    expect(await price().getAttribute('aria-invalid')).toBe('true');
    await price().fill('0');
    await sellButton().click();
    await page.getByText('Enter a price from $0.01 to $10,000.00.').waitFor();
  });

  it('sells a copy once even when the button is pressed repeatedly, and stays on the card', async () => {
    const stack = page.getByRole('main').locator('ul a', { hasText: /×\d/ }).first();
    await stack.click();
    await page.waitForURL(/item=/);
    const chosen = page.url();
    const before = await copies();
    await price().fill('3.999');
    await page.getByText('$3.60').waitFor();
    let sent = 0;
    await page.route(/inventory\.data/, async (route) => {
      if (route.request().method() === 'POST') sent += 1;
      await route.continue();
    });
    await sellButton().dblclick();
    await page.getByText('is for sale for $4.00.').waitFor();
    await page.unroute(/inventory\.data/);
    expect(sent).toBe(1);
    await expect.poll(copies).toBe(before - 1);
    expect(page.url()).toBe(chosen);
    // The player's own listing does not count as the lowest price.
    expect(await page.getByRole('button', { name: /^Cheapest now/ }).count()).toBe(0);
  });

  it('finds the listing in the own listings and on the market, and changes its price there', async () => {
    await page.getByRole('link', { name: 'Your listings' }).first().click();
    await page.waitForURL(listings());
    await page.getByText('1 of 100 cards for sale').waitFor();
    const field = page.getByLabel(/^New price of/);
    await field.fill('5.5');
    await field.press('Enter');
    await page.getByText('The price is $5.50 now.').waitFor();
    await page.getByRole('definition').filter({ hasText: '$5.50' }).waitFor();
    await page.goto(`${guildhall.origin}/community/market`);
    await page.getByRole('main').getByText('$5.50').first().waitFor();
  });

  it('follows a link from the market to the row of the listing, and withdraws it on the market', async () => {
    const market = `${guildhall.origin}/community/market?q=${username}`;
    await page.goto(market, { waitUntil: 'networkidle' });
    await page.getByRole('link', { name: /^Change price of / }).click();
    await page.waitForURL(/listings\?item=.*#listing-/);
    const field = page.getByLabel(/^New price of/);
    await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
    await page.goto(market, { waitUntil: 'networkidle' });
    await page.getByRole('button', { name: /^Remove / }).click();
    await page.getByText('The card is back in your inventory.').waitFor();
    await page.getByText('No items found on the market.').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('list-title');
    await page.goto(listings());
    await page.getByText('You have no cards for sale.').waitFor();
  });

  it('sells once when the response was lost and the page was reloaded before the next try', async () => {
    await page.goto(inventory());
    const before = await copies();
    await page.getByRole('main').locator('ul a', { hasText: /×\d/ }).first().click();
    await page.waitForURL(/item=/);
    await price().fill('7.77');
    await page.route(/inventory\.data/, async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      await route.fetch();
      await route.abort();
    });
    await sellButton().click();
    await page.getByText('The card could not be put up for sale. Please try again.').waitFor();
    await page.unroute(/inventory\.data/);
    const reread = page.waitForResponse(/inventory\.data/);
    await page.evaluate(() =>
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
    );
    await reread;
    await expect.poll(copies).toBe(before - 1);
    await sellButton().click();
    await page.getByText('is for sale for $7.77.').waitFor();
    await page.goto(listings());
    await page.getByText('1 of 100 cards for sale').waitFor();
    await page.getByRole('button', { name: /^Remove / }).click();
    await page.getByText('You have no cards for sale.').waitFor();
    // The browser logs the lost response.
    expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('ERR_FAILED')]);
  });

  it('sells all duplicates at once and keeps one copy of each', async () => {
    await page.goto(inventory());
    const before = await copies();
    const kinds = await page.getByRole('main').locator('ul a[href*="item="]').count();
    await page.getByRole('link', { name: 'Sell duplicates' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sell duplicates' }).waitFor();
    const fields = page.getByLabel(/^Price of each/);
    await fields.first().waitFor();
    for (const field of await fields.all()) await field.fill('1');
    await page.getByText(`${before - kinds} of 100 chosen`).waitFor();
    await page.getByRole('button', { name: /^Sell/ }).click();
    await page.getByText(/(One card is|cards are) for sale\./).waitFor();
    await page.getByText('You have no duplicates to sell.').waitFor();
    await page.goto(inventory());
    expect(await copies()).toBe(kinds);
  });

  it('is asked for confirmation before all listings are withdrawn', async () => {
    await page.goto(listings());
    await page.getByRole('link', { name: 'Remove all' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Keep them' }).waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toBe('Keep them');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('link', { name: 'Remove all' }).click();
    await dialog.getByRole('button', { name: /^Remove/ }).click();
    await page.getByText('You have no cards for sale.').waitFor();
  });

  it('sells the last copy, and the next card is selected', async () => {
    await page.goto(inventory());
    const stacks = page.getByRole('main').locator('ul a[href*="item="]');
    const single = stacks.filter({ hasNotText: '×' });
    while ((await single.count()) === 0) {
      const before = await copies();
      await price().fill('9');
      await sellButton().click();
      // The toast of an earlier sale has the same text, so wait for the copy itself.
      await expect.poll(copies).toBe(before - 1);
    }
    const kinds = await stacks.count();
    await single.first().click();
    await page.getByText('This is your last copy.').waitFor();
    const gone = page.url();
    await price().fill('8');
    await sellButton().click();
    await page.getByText('is for sale for $8.00.').waitFor();
    await expect.poll(() => stacks.count()).toBe(kinds - 1);
    await expect.poll(() => page.url()).not.toBe(gone);
    expect(page.url()).toContain('item=');
  });

  it('sells in the modal on a phone, which closes and shows a toast', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(inventory());
    await page.getByRole('main').locator('ul a', { hasText: /×\d/ }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Price', { exact: true }).fill('7');
    await dialog.getByRole('button', { name: 'Sell', exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page
      .getByRole('listitem')
      .filter({ hasText: 'is for sale for $7.00.' })
      .getByRole('link', { name: 'Your listings' })
      .click();
    await page.waitForURL(listings());
    expect(consoleErrors).toEqual([]);
  });
});

describe('without scripts', () => {
  it('a card is listed, repriced and withdrawn with plain forms', async () => {
    const plain = await guildhall.browser.newContext({
      javaScriptEnabled: false,
      storageState: await context?.storageState(),
    });
    try {
      const slow = await plain.newPage();
      await slow.goto(inventory());
      await slow.getByLabel('Price', { exact: true }).fill('6');
      await slow.getByRole('button', { name: 'Sell', exact: true }).click();
      await slow.getByText('Your card is for sale for $6.00.').waitFor();
      await slow.goto(listings());
      await slow.getByRole('link', { name: 'Remove all' }).click();
      await slow.getByRole('button', { name: /^Remove all \d+|^Remove$/ }).click();
      await slow.getByText('You have no cards for sale.').waitFor();
    } finally {
      await plain.close();
    }
  });
});
