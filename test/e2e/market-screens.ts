import type { Page } from 'playwright-core';
import { as, type Props, type Screen } from './screen.ts';

/** Cards: the inventory, the market, collections and the wallet. */
export function marketScreens(props: Props): Screen[] {
  const [visitor, player] = [as('visitor'), as('player')];
  return [
    player('inventory', `/profile/${props.player}/inventory`),
    player('inventory-by-rarity', `/profile/${props.player}/inventory?order=rarity`),
    player('inventory-no-match', `/profile/${props.player}/inventory?q=zzzz`),
    visitor('inventory-of', `/profile/${props.player}/inventory`),
    {
      ...player('inventory-modal', `/profile/${props.player}/inventory`),
      upTo: 650,
      act: async (page) => {
        await page.getByRole('main').locator('ul a[href*="item="]').first().click();
        await page.getByRole('dialog').waitFor();
      },
    },
    player('inventory-price-refused', `/profile/${props.player}/inventory`, async (page) => {
      if ((page.viewportSize()?.width ?? 0) <= 650) {
        await page.getByRole('main').locator('ul a[href*="item="]').first().click();
        await page.getByRole('dialog').waitFor();
      }
      await page.getByRole('button', { name: 'Sell', exact: true }).click();
      await page.getByText('Please enter a price.').waitFor();
    }),
    player('duplicates', `/profile/${props.player}/inventory/duplicates`),
    visitor('market', '/community/market'),
    visitor('market-search', `/community/market?q=${props.player}&order=price`),
    visitor('market-empty', '/community/market?q=zzzzzz&rarity=epic'),
    player('market-own', `/community/market?q=${props.player}`),
    { ...player('market-dialog', '/add-money'), who: 'keeper', act: askWithMoney },
    { ...player('market-dialog-poor', '/community/market'), who: 'newcomer', act: askToBuy },
    { ...player('market-dialog-guest', '/community/market'), who: 'guest', act: askToBuy },
    {
      ...player('market-gone', '/community/market?buy=0198a0de-0000-7000-8000-000000000000'),
      who: 'newcomer',
    },
    player('market-listings', '/community/market/listings', haveListing),
    player('market-listings-refused', '/community/market/listings', async (page) => {
      await haveListing(page);
      await page.getByLabel(/^New price of/).fill('');
      await page.getByRole('button', { name: /^Save the price/ }).click();
      await page.getByText('Please enter a price.').waitFor();
    }),
    player('market-listings-remove-all', '/community/market/listings', async (page) => {
      await haveListing(page);
      await page.getByRole('link', { name: 'Remove all' }).click();
      await page.getByRole('dialog').waitFor();
    }),
    { ...player('market-listings-guest', '/community/market/listings'), who: 'guest' },
    { ...player('market-listings-empty', '/community/market/listings'), who: 'newcomer' },
    { ...player('inventory-empty', '/profile'), who: 'newcomer', act: openInventory },
    visitor('market-card', '/community/market/cards/default-crown'),
    player('market-card-of-game', `/community/market/cards/default-crown?game=${props.owned}`),
    visitor('market-card-missing', '/community/market/cards/no-such-card'),
    player('collection', '/collection'),
    player('collection-of-game', `/collection/${props.owned}`),
    { ...player('collection-empty', '/collection'), who: 'newcomer' },
    player('wallet', '/profile/wallet'),
    { ...player('wallet-empty', '/profile/wallet'), who: 'newcomer' },
  ];
}

async function openInventory(page: Page) {
  await page.getByRole('link', { name: 'Inventory' }).click();
  await page.getByText('No cards yet.').waitFor();
}

async function askToBuy(page: Page) {
  await page.getByRole('main').getByRole('button', { name: /^Buy / }).first().click();
  await page
    .getByRole('dialog', { name: /^(Are you sure you want to buy|Not enough money|Guests cannot)/ })
    .waitFor();
}

async function askWithMoney(page: Page) {
  await page.getByRole('button', { name: 'Add Money' }).click();
  await page.getByText('$20.00 added.').first().waitFor();
  await page.goto(new URL('/community/market', page.url()).href);
  await askToBuy(page);
}

/** Puts a card up for sale unless the player has one there. */
async function haveListing(page: Page) {
  const row = page.getByRole('button', { name: /^Remove / });
  const none = page.getByRole('link', { name: 'Choose a card to sell' });
  await row.or(none).first().waitFor();
  if (await row.first().isVisible()) return;
  await none.click();
  const wide = (page.viewportSize()?.width ?? 0) > 650;
  if (!wide) await page.getByRole('main').locator('ul a[href*="item="]').first().click();
  await page.getByLabel('Price', { exact: true }).fill('4.20');
  await page.getByRole('button', { name: 'Sell', exact: true }).click();
  await page
    .getByText(/for sale for \$4\.20/)
    .first()
    .waitFor();
  await page.goto(new URL('/community/market/listings', page.url()).href);
  await row.first().waitFor();
}
