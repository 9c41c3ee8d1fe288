import type { Page } from '@playwright/test';
import { withNightly } from '#test/config/nightly.ts';
import { findViolations } from './fixtures/find-violations.ts';
import { giveCards } from './fixtures/give-cards.ts';
import { addMoney } from './fixtures/player-actions.ts';
import { test as base, expect } from './fixtures/test.ts';
import type { TestUser } from './fixtures/test-user.ts';

interface OrderFixtures {
  /** A player with $20.00. */
  buyer: TestUser;
  /** A player with three copies of the card. */
  seller: TestUser;
}

const kindId = 'default-crown';
// No other test has cards of this game.
const gameId = 295020;
const cardPage = `/community/market/cards/${kindId}?game=${gameId}`;

const test = base.extend<OrderFixtures>({
  buyer: async ({ registerPlayer }, use) => {
    const buyer = await registerPlayer('buyer');
    await addMoney(buyer);
    await use(buyer);
  },
  seller: async ({ guildhall, registerPlayer }, use) => {
    const seller = await registerPlayer('seller');
    const cards = { username: seller.username, gameId, setId: 'default', copies: 3 };
    await giveCards(guildhall.dataDir, [cards]);
    await use(seller);
  },
});

const sellHere = (page: Page) => page.getByRole('region', { name: 'Sell one copy' });
const expectBalance = (page: Page, text: string) =>
  expect(page.getByRole('navigation', { name: 'Main' }).getByText(text)).toBeVisible();

for (const { device, viewport } of withNightly(
  [{ device: 'desktop', viewport: { width: 1440, height: 1000 } }],
  [{ device: 'phone', viewport: { width: 390, height: 844 } }],
)) {
  test(`on a ${device}, one player orders a card, and another sells into the order after being told`, async ({
    openPage,
    buyer,
    seller,
  }) => {
    const first = await openPage(cardPage, { user: buyer, viewport });
    const order = first.getByRole('region', { name: 'Order this card' });
    await order.getByLabel('Highest price').fill('7.50');
    await order.getByRole('button', { name: 'Order', exact: true }).click();
    await expect(first.getByText('Ordered: one copy for up to $7.50.')).toBeVisible();
    expect(await findViolations(first)).toEqual([]);

    const second = await openPage(cardPage, { user: seller, viewport });
    const form = sellHere(second);
    await expect(form.getByRole('button', { name: /Fill the best order/ })).toBeVisible();
    await form.getByLabel('Price').fill('9');
    await expect(form.getByText('sells at once')).toHaveCount(1);
    await expect(form.getByRole('button', { name: 'Sell', exact: true })).toBeVisible();
    await form.getByLabel('Price').fill('7');
    await expect(
      form.getByText('At this price it sells at once to an order for $7.50.'),
    ).toBeVisible();
    expect(await findViolations(second)).toEqual([]);
    await form.getByRole('button', { name: 'Sell at once', exact: true }).click();
    await expect(second.getByText('Crown was sold at once to an order for $7.50.')).toBeVisible();

    await first.goto('/community/market/orders?state=ended');
    await expect(first.getByText('Filled')).toBeVisible();
    await first.goto(`/profile/${buyer.username}/inventory`);
    await expect(first.getByText('One card')).toBeVisible();
    await second.goto('/profile/wallet');
    await expect(second.getByRole('main').getByText('$7.50').first()).toBeVisible();
    if (device === 'desktop') {
      await expectBalance(first, '$12.50');
      await expectBalance(second, '$7.50');
    }
  });
}

test('fills the best order with one press', async ({ openPage, buyer, seller }) => {
  await placeOrder(buyer, '6.66');
  const page = await openPage(cardPage, { user: seller });
  await sellHere(page)
    .getByRole('button', { name: /Fill the best order/ })
    .click();
  await expect(page.getByText('Crown was sold at once to an order for $6.66.')).toBeVisible();
});

test('without scripts, a form that has not said that it sells at once asks first', async ({
  openPage,
  buyer,
  seller,
}) => {
  await placeOrder(buyer, '5.55');
  const page = await openPage(cardPage, { user: seller, javaScriptEnabled: false });
  const form = sellHere(page);
  await form.getByLabel('Price').fill('1');
  await form.getByRole('button', { name: 'Sell', exact: true }).click();
  await expect(
    form.getByText('At this price it sells at once to an order for $5.55.'),
  ).toBeVisible();
  await form.getByRole('button', { name: 'Sell at once', exact: true }).click();
  await expect(page.getByText('Crown was sold at once to an order for $5.55.')).toBeVisible();
});

test('many listings get the cheapest price or are withdrawn after a question', async ({
  openPage,
  seller,
}) => {
  const page = await openPage(`/profile/${seller.username}/inventory/duplicates?cards=all`, {
    user: seller,
    viewport: { width: 1440, height: 1000 },
  });
  for (const field of (await page.getByLabel(/^Price of each/).all()).slice(0, 2)) {
    await field.fill('9');
  }
  await page.getByRole('button', { name: /^Sell/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('for all 4 cards')).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Sell 4 cards' }).click();
  await expect(page.getByText('4 cards are for sale.').first()).toBeVisible();

  await page.goto('/community/market/listings');
  await page.getByRole('button', { name: 'Choose all' }).click();
  await page.getByLabel('One price for all').fill('8');
  await page.getByRole('button', { name: 'Set price' }).click();
  await dialog.getByRole('button', { name: 'Change 4 prices' }).click();
  await expect(page.getByText('4 prices are new.').first()).toBeVisible();
  // At the top of the page, where the header covers no control.
  await page.evaluate(() => scrollTo(0, 0));
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Choose none' }).click();
  await page.getByRole('checkbox').first().check();
  await expect(page.getByText('1 of 4 chosen')).toBeVisible();
  await page.getByRole('button', { name: 'Withdraw' }).click();
  await dialog.getByRole('button', { name: /^Remove/ }).click();
  await expect(page.getByText('cards for sale')).toBeVisible();
});

/** Orders one copy of the card. */
async function placeOrder(buyer: TestUser, price: string) {
  await buyer.send('/community/market/orders', {
    intent: 'place',
    gameId: String(gameId),
    kindId,
    price,
    quantity: '1',
    key: crypto.randomUUID(),
  });
}
