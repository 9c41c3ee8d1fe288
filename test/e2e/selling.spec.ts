import type { Locator, Page } from '@playwright/test';
import { phone } from './fixtures/browser-context.ts';
import { finishAnimations } from './fixtures/finish-animations.ts';
import { giveCards } from './fixtures/give-cards.ts';
import { sellCard } from './fixtures/player-actions.ts';
import { listings, open, test } from './fixtures/selling-test.ts';
import { expect } from './fixtures/test.ts';

test.use({ server: 'fee' });

/** The number of copies that the page shows. */
async function copies(page: Page): Promise<number> {
  const lead = await page
    .getByRole('main')
    .getByText(/^(One card|\d+ cards)$/)
    .innerText();
  return lead === 'One card' ? 1 : Number.parseInt(lead, 10);
}

/** Confirms the sale of many cards. */
const confirmSale = (page: Page) =>
  page
    .getByRole('dialog', { name: 'Sell these cards?' })
    .getByRole('button', { name: /^Sell/ })
    .click();
const sellButton = (page: Page) => page.getByRole('button', { name: 'Sell', exact: true });
const price = (page: Page) => page.getByLabel('Price', { exact: true });
/** The stacks of cards of which the seller has several copies. */
const duplicates = (page: Page) => page.getByRole('main').locator('ul a', { hasText: /×\d/ });

/** Chooses a card, and waits until its details replace those of the card that was shown. */
async function choose(stack: Locator): Promise<void> {
  await stack.click();
  await stack.page().waitForURL(/item=/);
  await expect(stack).toHaveAttribute('aria-current', 'true');
}

test.describe('a seller', () => {
  test('sells a copy once even when the button is pressed repeatedly, and stays on the card', async ({
    page,
    guildhall,
    seller,
    registerPlayer,
    inventory,
  }) => {
    // Cards of a game that no other test sells.
    const rare = { gameId: 10213, kindId: 'default-crown' };
    const other = await registerPlayer('seller');
    await giveCards(guildhall.dataDir, [
      { username: seller.username, gameId: rare.gameId, setId: 'default', copies: 2 },
      { username: other.username, gameId: rare.gameId, setId: 'default', copies: 1 },
    ]);
    await open(page, `${inventory}?q=Crown`);
    await choose(page.getByRole('main').locator(`ul a[href*="item=${rare.gameId}"]`));
    const chosen = page.url();
    const before = await copies(page);
    await price(page).fill('3.999');
    await expect(page.getByText('$3.60')).toBeVisible();
    let sent = 0;
    await page.route(/inventory\.data/, async (route) => {
      if (route.request().method() === 'POST') sent += 1;
      await route.continue();
    });
    await sellButton(page).dblclick();
    await expect(page.getByText('is for sale for $4.00.')).toBeVisible();
    await page.unroute(/inventory\.data/);
    expect(sent).toBe(1);
    await expect.poll(() => copies(page)).toBe(before - 1);
    expect(page.url()).toBe(chosen);
    // The player's own listing does not count as the lowest price, those of others do.
    const cheapest = page.getByRole('button', { name: /^Cheapest now/ });
    await expect(page.getByText('Nobody offers this card at the moment.')).toBeVisible();
    await expect(cheapest).toHaveCount(0);
    await sellCard(other, rare, 6_00);
    await open(page, chosen);
    await expect(cheapest).toContainText('$6.00');
  });

  test('sells once when the response was lost and the page was reloaded before the next try', async ({
    page,
    inventory,
    consoleErrors,
  }) => {
    await open(page, inventory);
    const before = await copies(page);
    await choose(duplicates(page).first());
    await price(page).fill('7.77');
    await page.route(/inventory\.data/, async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      await route.fetch();
      await route.abort();
    });
    await sellButton(page).click();
    await expect(
      page.getByText('The card could not be put up for sale. Please try again.'),
    ).toBeVisible();
    await page.unroute(/inventory\.data/);
    const reread = page.waitForResponse(/inventory\.data/);
    await page.evaluate(() =>
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
    );
    await reread;
    await expect.poll(() => copies(page)).toBe(before - 1);
    await sellButton(page).click();
    await expect(page.getByText('is for sale for $7.77.')).toBeVisible();
    await open(page, listings);
    await expect(page.getByText('1 of 100 cards for sale')).toBeVisible();
    await page.getByRole('button', { name: /^Remove / }).click();
    await expect(page.getByText('You have no cards for sale.')).toBeVisible();
    // The browser logs the lost response.
    expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('ERR_FAILED')]);
  });

  test('sells all duplicates at once and keeps one copy of each', async ({ page, inventory }) => {
    await open(page, inventory);
    const before = await copies(page);
    const kinds = await page.getByRole('main').locator('ul a[href*="item="]').count();
    await page.getByRole('link', { name: 'Sell duplicates' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Sell duplicates' })).toBeVisible();
    const fields = page.getByLabel(/^Price of each/);
    await expect(fields.first()).toBeVisible();
    for (const field of await fields.all()) await field.fill('1');
    await expect(page.getByText(`${before - kinds} of 100 chosen`)).toBeVisible();
    await page.getByRole('button', { name: /^Sell/ }).click();
    await confirmSale(page);
    await expect(page.getByText(/(One card is|cards are) for sale\./)).toBeVisible();
    await expect(page.getByText('You have no duplicates to sell.')).toBeVisible();
    await open(page, inventory);
    expect(await copies(page)).toBe(kinds);
  });

  test('can send the form again while the message of the last sale is shown', async ({
    page,
    inventory,
  }) => {
    await open(page, `${inventory}/duplicates`);
    await page
      .getByLabel(/^Price of each/)
      .first()
      .fill('1');
    const sell = page.getByRole('button', { name: /^Sell/ });
    await sell.click();
    await confirmSale(page);
    const message = page.getByRole('listitem').filter({ hasText: 'is for sale.' });
    await expect(message).toBeVisible();
    await finishAnimations(page);
    const [over, under] = [await message.boundingBox(), await sell.boundingBox()];
    if (!over || !under) throw new Error('The message or the button is not there.');
    expect(over.y + over.height).toBeLessThanOrEqual(under.y);
  });

  test('sees an error for a missing price before the form is sent, sells the last copy, and the next card is selected', async ({
    page,
    inventory,
  }) => {
    await open(page, inventory);
    await sellButton(page).click();
    await expect(page.getByText('Please enter a price.')).toBeVisible();
    await expect(price(page)).toHaveAttribute('aria-invalid', 'true');
    await price(page).fill('0');
    await sellButton(page).click();
    await expect(page.getByText('Enter a price from $0.01 to $10,000.00.')).toBeVisible();

    const stacks = page.getByRole('main').locator('ul a[href*="item="]');
    const single = stacks.filter({ hasNotText: '×' });
    const kinds = await stacks.count();
    await single.first().click();
    await expect(page.getByText('This is your last copy.')).toBeVisible();
    const gone = page.url();
    await price(page).fill('8');
    await sellButton(page).click();
    await expect(page.getByText('is for sale for $8.00.')).toBeVisible();
    await expect(stacks).toHaveCount(kinds - 1);
    await expect.poll(() => page.url()).not.toBe(gone);
    expect(page.url()).toContain('item=');
  });

  test('sells in the modal on a phone, which closes and shows a toast', async ({
    page,
    inventory,
  }) => {
    await page.setViewportSize(phone);
    await open(page, inventory);
    await duplicates(page).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Price', { exact: true }).fill('7');
    await dialog.getByRole('button', { name: 'Sell', exact: true }).click();
    await expect(dialog).toBeHidden();
    await page
      .getByRole('listitem')
      .filter({ hasText: 'is for sale for $7.00.' })
      .getByRole('link', { name: 'Your listings' })
      .click();
    await page.waitForURL(listings);
  });
});
