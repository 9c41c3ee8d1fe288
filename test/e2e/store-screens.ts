import type { Page } from 'playwright-core';
import { as, type Props, type Screen } from './screen.ts';

/** The shop and its games, what is played, and the pages about the site. */
export function storeScreens(props: Props): Screen[] {
  const [visitor, player] = [as('visitor'), as('player')];
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

async function tryToBuy(page: Page) {
  await page.getByRole('button', { name: 'Buy' }).click();
  await page.getByText('Not enough money.').first().waitFor();
}
