import type { Browser, Page } from 'playwright-core';
import { becoming, type Cast, register } from './cast.ts';
import { raiseCommunity } from './community.ts';
import type { Props } from './screen.ts';

/** What the cast of a small house has: ids of the bundled catalogue. */
export const props: Props = {
  owned: 4200,
  idle: 13536,
  notOwned: 3328,
  unrated: 9671,
  publisher: 1_000_000_000,
  developer: 1_100_000_000,
  player: 'leading-lady',
  keeper: 'hall-keeper',
  friend: 'old-friend',
  suspended: 'loud-one',
};

/**
 * Makes the cast: through the screens a visitor, a guest, a newcomer, and a player with games and cards;
 * by forms the keeper of a community. `dataDir` is the application's.
 */
export async function raiseCurtain(
  browser: Browser,
  origin: string,
  dataDir: string,
): Promise<Cast> {
  const guest = await becoming(browser, async (page) => {
    await page.goto(`${origin}/login`);
    await page.getByRole('button', { name: 'Login as Guest' }).click();
    await page.waitForURL(`${origin}/`);
  });
  const newcomer = await becoming(browser, (page) => register(page, origin, 'just-arrived'));
  const player = await becoming(browser, async (page) => {
    await register(page, origin, props.player);
    await page.goto(`${origin}/add-money`);
    await page.getByRole('button', { name: 'Add Money' }).click();
    await page.getByText('$20.00 added.').first().waitFor();
    for (const game of [props.owned, props.idle]) {
      await page.goto(`${origin}/game-info/${game}`);
      await page.getByRole('button', { name: 'Buy' }).click();
      await page.getByRole('link', { name: 'Play' }).first().waitFor();
    }
    await collect(page, `${origin}/game-session/${props.owned}`, 4);
    await sell(page, `${origin}/profile/${props.player}/inventory`, '4.20');
  });
  const keeper = await raiseCommunity(browser, origin, dataDir, props);
  return { visitor: undefined, guest, newcomer, player, keeper };
}

/** Plays until `cards` cards have been won. */
export async function collect(page: Page, url: string, cards: number): Promise<void> {
  await page.goto(url);
  await page.getByRole('button', { name: 'Start Playing' }).click();
  const won = page.locator('section', { hasText: 'Cards of this session' });
  await won
    .getByRole('listitem')
    .nth(cards - 1)
    .waitFor();
}

/** Puts the first card of an inventory up for sale. */
export async function sell(page: Page, url: string, price: string): Promise<void> {
  await page.goto(url);
  await page.getByLabel('Price', { exact: true }).fill(price);
  await page.getByRole('button', { name: 'Sell', exact: true }).click();
  await page
    .getByText(/for sale for \$/)
    .first()
    .waitFor();
}
