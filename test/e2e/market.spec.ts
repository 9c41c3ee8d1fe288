import type { Page } from '@playwright/test';
import { testData } from './fixtures/create-test-users.ts';
import { giveCards } from './fixtures/give-cards.ts';
import { addMoney, sellCard } from './fixtures/player-actions.ts';
import { test as base, expect } from './fixtures/test.ts';
import type { TestUser } from './fixtures/test-user.ts';

interface Listing {
  seller: TestUser;
  /** The path of the market with a search for the seller, because others sell cards, too. */
  market: string;
}

interface MarketFixtures {
  /** Puts a card of a new seller up for sale. The price is in cents. */
  listCard: (price: number) => Promise<Listing>;
  /** Registers a player with $20.00. */
  registerBuyer: () => Promise<TestUser>;
}

const test = base.extend<MarketFixtures>({
  listCard: async ({ guildhall, registerPlayer }, use) =>
    use(async (price) => {
      const seller = await registerPlayer('seller');
      const gameId = testData.owned;
      await giveCards(guildhall.dataDir, [
        { username: seller.username, gameId, setId: 'default', copies: 1 },
      ]);
      await sellCard(seller, { gameId, kindId: 'default-crown' }, price);
      return { seller, market: `/community/market?q=${seller.username}` };
    }),
  registerBuyer: async ({ registerPlayer }, use) =>
    use(async () => {
      const buyer = await registerPlayer('buyer');
      await addMoney(buyer);
      return buyer;
    }),
});

const buyFor = (page: Page, price: string) =>
  page.getByRole('main').getByRole('button', { name: new RegExp(`^Buy .* for \\$${price}$`) });
const question = (page: Page, price: string) =>
  page.getByRole('dialog', {
    name: `Are you sure you want to buy this item for ${price} coins?`,
  });
const expectBalance = (page: Page, text: string) =>
  expect(page.getByRole('navigation', { name: 'Main' }).getByText(text)).toBeVisible();

test.describe('a buyer', () => {
  test('confirms with the new balance in view and can buy by keyboard only', async ({
    openPage,
    listCard,
    registerBuyer,
  }) => {
    const { market } = await listCard(9_01);
    const user = await registerBuyer();
    const first = await openPage(market, { user });
    await buyFor(first, '9.01').focus();
    await first.keyboard.press('Enter');
    const dialog = question(first, '9.01');
    await expect(dialog).toBeVisible();
    await expect(dialog.getByText('$10.99')).toBeVisible();
    // Escape changes nothing and restores the focus.
    await first.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(buyFor(first, '9.01')).toBeFocused();
    await first.keyboard.press('Enter');
    await expect(dialog).toBeVisible();
    // Again, faster than the close event of the dialog.
    await first.keyboard.press('Escape');
    await first.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Buy' }).focus();
    await first.keyboard.press('Enter');
    await expect(first.getByText('Item purchased successfully')).toBeVisible();
    await expect(dialog).toBeHidden();
    await expectBalance(first, '$10.99');
    await expect(buyFor(first, '9.01')).toBeHidden();
    await expect.poll(() => first.evaluate(() => document.activeElement?.id)).toBe('list-title');
    await first.goto(`/profile/${user.username}/inventory`);
    await expect(first.getByText('One card')).toBeVisible();
  });

  test('with too little money sees that before buying', async ({
    openPage,
    listCard,
    registerBuyer,
  }) => {
    const { market } = await listCard(21_00);
    const first = await openPage(market, { user: await registerBuyer() });
    await expect(
      first.getByRole('main').getByText('Not enough money: $1.00 missing'),
    ).toBeVisible();
    await buyFor(first, '21.00').click();
    // There is no confirmation, because the purchase is not possible.
    const dialog = first.getByRole('dialog', { name: 'Not enough money.' });
    await expect(dialog.getByText('$1.00 is missing to buy this card.')).toBeVisible();
    await expect(question(first, '21.00')).toHaveCount(0);
    await expect(dialog.getByRole('button', { name: 'Buy' })).toHaveCount(0);
    await dialog.getByRole('link', { name: 'Add Money' }).click();
    await first.waitForURL(/add-money/);
    await first.getByRole('button', { name: 'Add Money' }).click();
    await expect(first.getByText('$20.00 added.').first()).toBeVisible();
  });

  test('who is too late sees that the listing is gone and pays nothing', async ({
    openPage,
    listCard,
    registerBuyer,
  }) => {
    const { market } = await listCard(9_01);
    const first = await openPage(market, { user: await registerBuyer() });
    const second = await openPage(market, { user: await registerBuyer() });
    await buyFor(second, '9.01').click();
    await expect(question(second, '9.01')).toBeVisible();
    await buyFor(first, '9.01').click();
    await question(first, '9.01').getByRole('button', { name: 'Buy' }).click();
    await expect(first.getByText('Item purchased successfully')).toBeVisible();

    await question(second, '9.01').getByRole('button', { name: 'Buy' }).click();
    await expect(second.getByText('This item is no longer available.')).toBeVisible();
    await expect(question(second, '9.01')).toBeHidden();
    // The list is up to date.
    await expect(buyFor(second, '9.01')).toBeHidden();
    await expectBalance(second, '$20.00');
  });

  test('without a connection sees an error, can try again in the same dialog, and pays once even when the button is pressed repeatedly', async ({
    openPage,
    listCard,
    registerBuyer,
  }) => {
    const { market } = await listCard(9_01);
    const page = await openPage(market, { user: await registerBuyer() });
    await buyFor(page, '9.01').click();
    const dialog = question(page, '9.01');
    await expect(dialog).toBeVisible();
    await page.context().setOffline(true);
    await dialog.getByRole('button', { name: 'Buy' }).click();
    await expect(dialog.getByText('Failed to purchase the item.')).toBeVisible();
    await page.context().setOffline(false);
    let sent = 0;
    await page.route(/market\.data/, async (route) => {
      if (route.request().method() === 'POST') sent += 1;
      await route.continue();
    });
    await dialog.getByRole('button', { name: 'Buy' }).dblclick();
    await expect(page.getByText('Item purchased successfully')).toBeVisible();
    await expectBalance(page, '$10.99');
    await page.unroute(/market\.data/);
    expect(sent).toBe(1);
  });
});

test.describe('the list of the market', () => {
  test('has its search and filters in the URL, so that Back works', async ({
    openPage,
    listCard,
    registerBuyer,
  }) => {
    const { username } = (await listCard(9_01)).seller;
    const start = username.slice(0, -2);
    const second = await openPage('/community/market', { user: await registerBuyer() });
    const found = second.getByRole('searchbox');
    await found.fill(start);
    await second.getByRole('main').getByRole('button', { name: 'Search' }).click();
    await expect(second.getByRole('heading', { name: `Cards matching “${start}”` })).toBeVisible();
    await second.getByLabel('Game').selectOption({ label: 'Portal 2' });
    // The search text and the filters are combined.
    await found.fill(username);
    await second.getByRole('main').getByRole('button', { name: 'Search' }).click();
    await expect(
      second.getByRole('heading', { name: `Cards of Portal 2 matching “${username}”` }),
    ).toBeVisible();
    await second.goBack();
    await expect(second.getByRole('heading', { name: `Cards matching “${start}”` })).toBeVisible();
    await second.getByRole('link', { name: 'Clear' }).click();
    await expect(second.getByRole('heading', { name: 'All cards for sale' })).toBeVisible();
    await expect(found).toHaveValue('');
  });
});

test.describe('without scripts', () => {
  test('a player confirms on a page and buys', async ({ openPage, listCard, registerBuyer }) => {
    const { market } = await listCard(9_01);
    const user = await registerBuyer();
    const page = await openPage(market, { user, javaScriptEnabled: false });
    await buyFor(page, '9.01').click();
    await expect(
      page.getByRole('heading', { name: 'Are you sure you want to buy this item for 9.01 coins?' }),
    ).toBeVisible();
    await page
      .getByRole('region', { name: /^Are you sure/ })
      .getByRole('button', { name: 'Buy' })
      .click();
    await expect(page.getByText('Item purchased successfully')).toBeVisible();
    await expectBalance(page, '$10.99');
    await expect(buyFor(page, '9.01')).toBeHidden();
  });
});
