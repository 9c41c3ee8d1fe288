import type { Page } from 'playwright-core';
import { communityScreens } from './community-screens.ts';
import { galleryScreens } from './gallery-screens.ts';

/** Who looks at a screen: each has a logged-in state of its own, the visitor none. */
export type Who = 'visitor' | 'guest' | 'newcomer' | 'player' | 'keeper';

export interface Screen {
  name: string;
  who: Who;
  path: string;
  /** Brings the screen into the state that its name promises. */
  act?: (page: Page) => Promise<void>;
  /** The daily reward's greeting is part of this screen. */
  greeting?: boolean;
  /** Only at these widths and below, as the state does not exist on wider ones. */
  upTo?: number;
}

/** What the screens show: ids and names that the cast has prepared. */
export interface Props {
  /** A game that the player owns, one that nobody has, and one without a rating breakdown. */
  owned: number;
  /** Another one, which the player is not playing. */
  idle: number;
  notOwned: number;
  unrated: number;
  publisher: number;
  developer: number;
  player: string;
  /** An admin in the midst of a community, a friend, and somebody suspended and blocked. */
  keeper: string;
  friend: string;
  suspended: string;
}

/** Every screen in every state that people meet. */
export function screensOf(props: Props): Screen[] {
  const visitor = (name: string, path: string, act?: Screen['act']): Screen => ({
    name,
    who: 'visitor',
    path,
    act,
  });
  const player = (name: string, path: string, act?: Screen['act']): Screen => ({
    name,
    who: 'player',
    path,
    act,
  });
  return [
    visitor('shop', '/'),
    visitor('shop-search', '/?q=portal'),
    visitor('shop-genre', '/?genre=puzzle'),
    visitor('shop-page-2', '/?page=2'),
    visitor('shop-order', '/?genre=puzzle&order=released'),
    player('shop-player', '/'),
    visitor('shop-recently-viewed', '/', async (page) => {
      const games = [{ id: props.owned, name: 'Portal 2', backgroundImage: null }];
      await page.evaluate((kept) => localStorage.setItem('viewed', kept), JSON.stringify(games));
      await page.reload();
      await page.getByRole('button', { name: 'Clear' }).waitFor();
    }),
    visitor('shop-nothing-found', '/?q=zzzzzz'),
    visitor('shop-banner-failed', '/', async (page) => {
      await page.route('**/art/banner-*', (route) => route.abort());
      await page.reload();
      await page.getByText('Failed to load banner. Please refresh your cache.').waitFor();
    }),
    { ...visitor('navigation-open', '/'), upTo: 1050, act: openMenu },
    { ...player('navigation-open-player', '/collection'), upTo: 1050, act: openMenu },
    visitor('navigation-theme', '/about', openBarMenu('Theme')),
    player('navigation-yours', '/collection', openBarMenu('Your menu')),
    visitor('game-visitor', `/game-info/${props.notOwned}`),
    visitor('game-unrated', `/game-info/${props.unrated}`),
    player('game-buy', `/game-info/${props.notOwned}`),
    player('game-owned', `/game-info/${props.owned}`),
    { ...visitor('game-too-dear', `/game-info/${props.notOwned}`), who: 'newcomer', act: tryToBuy },
    visitor('game-missing', '/game-info/1'),
    visitor('publisher', `/publisher/${props.publisher}`),
    visitor('developer', `/developer/${props.developer}`),
    visitor('about', '/about'),
    visitor('reference', '/reference'),
    visitor('reference-search', '/reference?q=card'),
    visitor('reference-nothing-found', '/reference?q=zzzz'),
    player('about-player', '/about'),
    visitor('login', '/login'),
    visitor('login-refused', '/login', async (page) => {
      await page.getByLabel('Username').fill('nobody-here');
      await page.getByLabel('Password').fill('wrong password');
      await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
      await page.getByText('Incorrect username or password.').waitFor();
    }),
    player('login-welcome', '/login'),
    visitor('register', '/register'),
    visitor('register-refused', '/register', async (page) => {
      await page.getByLabel('Username').fill(props.player);
      await page.getByLabel('Email').fill('someone@example.test');
      await page.getByLabel('Password').fill('correct horse battery');
      await page
        .getByRole('main')
        .getByRole('button', { name: /register/i })
        .click();
      await page.getByText('This username is already taken.').first().waitFor();
    }),
    { ...visitor('register-guest', '/register'), who: 'guest' },
    visitor('register-checked', '/register', async (page) => {
      // It is there once scripts run, which check what is left from then on.
      const show = page.getByRole('button', { name: 'Show password' });
      await show.waitFor();
      await page.getByLabel('Username').fill('ab');
      await page.getByLabel('Password').fill('long enough');
      await show.click();
      await page.getByText('Use at least 3 characters.').waitFor();
    }),
    { ...visitor('logout-guest', '/logout'), who: 'guest' },
    {
      ...visitor('logout-guest-dialog', '/login'),
      who: 'guest',
      act: async (page) => {
        await page.getByRole('main').getByRole('button', { name: 'Logout' }).click();
        await page.getByRole('heading', { name: 'Log out for good?' }).waitFor();
      },
    },
    { ...visitor('add-money-guest', '/add-money'), who: 'guest' },
    visitor('forgot-password', '/forgot-password'),
    visitor('reset-bad-link', '/reset-password?token=worthless'),
    visitor('confirm-bad-link', '/confirm?token=worthless'),
    { ...player('daily-reward-greeting', '/'), who: 'newcomer', greeting: true, act: greeted },
    player('daily-reward', '/daily-reward'),
    player('daily-reward-dialog', '/profile', openReward),
    player('library-search', '/library?q=portal&order=newest'),
    player('library-nothing-found', '/library?q=zzzz'),
    player('library', '/library'),
    { ...player('library-empty', '/library'), who: 'newcomer' },
    player('play-idle', `/game-session/${props.idle}`),
    player('play-active', `/game-session/${props.owned}`, async (page) => {
      const start = page.getByRole('button', { name: 'Start Playing' });
      if (await start.isVisible()) await start.click();
      await page.getByRole('heading', { name: 'Cards of this session' }).waitFor();
    }),
    player('profile', '/profile'),
    { ...player('profile-guest', '/profile'), who: 'guest' },
    player('profile-add-money', '/profile', async (page) => {
      await page.getByRole('link', { name: 'Add Money' }).click();
      await page.getByRole('dialog', { name: 'Add Money' }).waitFor();
    }),
    player('add-money-refused', '/add-money', async (page) => {
      await page.getByLabel('Amount').fill('501');
      await page.getByRole('button', { name: 'Add Money' }).click();
      await page.locator('[aria-invalid=true]').waitFor();
    }),
    player('profile-edit', '/profile/edit'),
    player('profile-edited', '/profile/edit', async (page) => {
      await page.getByRole('button', { name: 'Save changes' }).click();
      await page.getByText('Profile updated successfully!').first().waitFor();
    }),
    player('profile-description', '/profile/edit', async (page) => {
      await page.getByRole('textbox', { name: 'Description' }).fill('I like puzzles.');
      await page.getByRole('button', { name: 'Save changes' }).click();
      await page.getByLabel('Remove description').check();
    }),
    visitor('profile-of', `/profile/${props.player}`),
    visitor('profile-missing', '/profile/nobody-here'),
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
    visitor('social', '/community/social'),
    player('social-player', `/community/social?q=${props.player}`),
    { ...player('social-guest', '/community/social?q=e'), who: 'guest' },
    visitor('social-nobody', '/community/social?q=zzzzzz'),
    player('friends-empty', `/profile/${props.player}/friends`),
    { ...player('friends-of', `/profile/${props.player}/friends`), who: 'newcomer' },
    { ...player('friend-question', `/profile/${props.player}/friend?ask=block`), who: 'newcomer' },
    { ...player('friend-menu', `/profile/${props.player}`), who: 'newcomer', act: openFriendMenu },
    player('blocked-empty', '/profile/blocked'),
    { ...visitor('navigation-community', '/'), act: openCommunity },
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
    ...communityScreens(props),
    ...galleryScreens(props),
    visitor('not-found', '/nowhere'),
  ];
}

async function openMenu(page: Page) {
  await page.locator('summary[aria-label=Menu]').click();
}

/** On wide screens only; on narrow ones what it holds is in the menu. */
function openBarMenu(name: string) {
  return async (page: Page) => {
    const button = page.getByRole('button', { name, exact: true });
    if (await button.isVisible()) await button.click();
  };
}

async function openFriendMenu(page: Page) {
  await page.getByRole('button', { name: /^More about/ }).click();
  await page.getByRole('link', { name: 'Block' }).waitFor();
}

/** On wide screens a menu of its own. */
async function openCommunity(page: Page) {
  const menu = page.locator('summary', { hasText: 'Community' });
  if (await menu.isVisible()) await menu.click();
}

async function openInventory(page: Page) {
  await page.getByRole('link', { name: 'Inventory' }).click();
  await page.getByText('No cards yet.').waitFor();
}

async function greeted(page: Page) {
  await page.getByRole('dialog', { name: 'Your daily reward is here' }).waitFor();
}

async function tryToBuy(page: Page) {
  await page.getByRole('button', { name: 'Buy' }).click();
  await page.getByText('Not enough money.').first().waitFor();
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

async function openReward(page: Page) {
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Daily reward/ })
    .click();
  await page.getByRole('dialog', { name: /daily reward/i }).waitFor();
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
