import { sellCard } from './fixtures/player-actions.ts';
import { card, listings, open, test } from './fixtures/selling-test.ts';
import { expect } from './fixtures/test.ts';

test.use({ server: 'fee' });

test.describe('a seller', () => {
  test('finds the listing in the own listings and on the market, changes its price, follows a link to its row, and withdraws it', async ({
    page,
    seller,
    inventory,
  }) => {
    await sellCard(seller, card, 4_00);
    await open(page, inventory);
    await page.getByRole('link', { name: 'Your listings' }).first().click();
    await page.waitForURL(listings);
    await expect(page.getByText('1 of 100 cards for sale')).toBeVisible();
    const field = page.getByLabel(/^New price of/);
    await field.fill('5.5');
    await field.press('Enter');
    await expect(page.getByText('The price is $5.50 now.')).toBeVisible();
    await expect(page.getByRole('definition').filter({ hasText: '$5.50' })).toBeVisible();
    const market = `/community/market?q=${seller.username}`;
    await open(page, market);
    await expect(page.getByRole('main').getByText('$5.50').first()).toBeVisible();

    await page.getByRole('link', { name: /^Change price of / }).click();
    await page.waitForURL(/listings\?item=.*#listing-/);
    await expect(field).toBeFocused();
    await open(page, market);
    await page.getByRole('button', { name: /^Remove / }).click();
    await expect(page.getByText('The card is back in your inventory.')).toBeVisible();
    await expect(page.getByText('No items found on the market.')).toBeVisible();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('list-title');
    await open(page, listings);
    await expect(page.getByText('You have no cards for sale.')).toBeVisible();
  });

  test('is asked for confirmation before all listings are withdrawn', async ({ page, seller }) => {
    for (const dollars of [4, 5]) await sellCard(seller, card, dollars * 100);
    await open(page, listings);
    await page.getByRole('link', { name: 'Remove all' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('button', { name: 'Keep them' })).toBeVisible();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toBe('Keep them');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await page.getByRole('link', { name: 'Remove all' }).click();
    await dialog.getByRole('button', { name: /^Remove/ }).click();
    await expect(page.getByText('You have no cards for sale.')).toBeVisible();
  });
});

test.describe('without scripts', () => {
  test('a card is listed, repriced and withdrawn with plain forms', async ({
    openPage,
    seller,
    inventory,
  }) => {
    const slow = await openPage(inventory, { user: seller, javaScriptEnabled: false });
    await slow.getByLabel('Price', { exact: true }).fill('6');
    await slow.getByRole('button', { name: 'Sell', exact: true }).click();
    await expect(slow.getByText('Your card is for sale for $6.00.')).toBeVisible();
    await slow.goto(listings);
    await slow.getByLabel(/^New price of/).fill('6.5');
    await slow.getByRole('button', { name: /^Save the price of/ }).click();
    await expect(slow.getByText('The price is $6.50 now.')).toBeVisible();
    await slow.getByRole('link', { name: 'Remove all' }).click();
    await slow.getByRole('button', { name: /^Remove all \d+|^Remove$/ }).click();
    await expect(slow.getByText('You have no cards for sale.')).toBeVisible();
  });
});
