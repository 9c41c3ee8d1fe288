import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { collectConsoleErrors } from './fixtures/console-errors.ts';
import { findViolations } from './fixtures/find-violations.ts';
import { setUpSite, test } from './fixtures/new-site-test.ts';
import { expect, uniqueName } from './fixtures/test.ts';
import { registerOnScreens } from './fixtures/test-user.ts';

const main = (page: Page) => page.getByRole('main');
const day = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString().slice(0, 16);

async function makeCover(color: string) {
  const size = { width: 640, height: 360, channels: 3 as const, background: color };
  const buffer = await sharp({ create: size }).png().toBuffer();
  return { name: 'cover.png', mimeType: 'image/png', buffer };
}

/** Adds a game with a cover. The page of the game stays open. */
async function addGame(page: Page, { name, price, color }: Record<string, string>): Promise<void> {
  await page.goto('/admin/games');
  await page.getByRole('link', { name: 'New game' }).click();
  await page.getByLabel('Name', { exact: true }).fill(name ?? '');
  await page.getByLabel('Description').fill(`${name} is a game of this site.`);
  await page.getByLabel('Price', { exact: true }).fill(price ?? '');
  await page.getByLabel('Puzzle').check();
  await page.getByRole('button', { name: 'Add game' }).click();
  await expect(page.getByRole('heading', { name, level: 2 })).toBeVisible();
  await page.getByRole('link', { name: 'Pictures', exact: true }).click();
  await page
    .getByRole('button', { name: 'Cover', exact: true })
    .setInputFiles(await makeCover(color ?? ''));
  await page.getByLabel('What it shows').fill(`The cover of ${name}.`);
  await page.getByRole('button', { name: 'Upload cover' }).click();
  await expect(page.getByRole('img', { name: `The cover of ${name}.` })).toBeVisible();
  await page.getByRole('link', { name: 'Back to the game' }).click();
}

async function addSale(page: Page, price: string): Promise<void> {
  await page.getByLabel('Sale price').fill(price);
  await page.getByLabel('Starts (UTC)').fill(inDays(-1));
  await page.getByLabel('Ends (UTC)').fill(inDays(7));
  await page.getByRole('button', { name: 'Add sale' }).click();
  await expect(page.getByRole('button', { name: 'End now' })).toBeVisible();
}

async function addKeys(page: Page, keys: string[]): Promise<void> {
  await page.getByRole('link', { name: 'What owners get' }).click();
  await page.getByLabel('Keys to add').fill(keys.join('\n'));
  await page.getByRole('button', { name: 'Add keys' }).click();
  await expect(page.getByText(`${keys.length} keys are added.`).first()).toBeVisible();
  await page.getByRole('link', { name: 'Back to the game' }).click();
}

async function addCards(page: Page, names: string[]): Promise<void> {
  await page.getByRole('link', { name: 'Cards', exact: true }).click();
  for (const [index, name] of names.entries()) {
    await page.getByLabel(`Name of card ${index + 1}`).fill(name);
    const glyph = page.getByLabel('Drawn from a glyph').nth(index);
    await glyph.selectOption({ index: index + 1 });
  }
  await page.getByRole('button', { name: 'Check the odds' }).click();
  await expect(page.getByText('20.0% of draws')).toHaveCount(names.length);
  await page.getByRole('button', { name: 'Save as version 1' }).click();
  await expect(page.getByText('The card set is saved.')).toBeVisible();
  await page.getByRole('link', { name: 'Back to the game' }).click();
}

/** Claims the daily reward in the greeting. */
async function claimReward(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Claim your reward' }).click();
  await expect(page.getByText('$20.00 claimed. Your balance is $20.00 now.')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click();
  await expect(page.getByRole('dialog')).toBeHidden();
}

test('a publisher sets up a site with three games, a sale, keys and cards; players buy, play, collect and trade', async ({
  setUpLink,
  newVisitor,
}) => {
  // The clicks of a person would take minutes too; a machine does all of them in well under this time.
  test.setTimeout(20 * 60_000);
  const [publisher, player, buyer] = [await newVisitor(), await newVisitor(), await newVisitor()];
  const consoleErrors = [publisher, player, buyer].map((page) => collectConsoleErrors(page));
  const startedAt = Date.now();
  const secondsSinceStart = () => Math.round((Date.now() - startedAt) / 1_000);

  await setUpSite(publisher, setUpLink, { username: uniqueName('publisher') });
  await addGame(publisher, { name: 'Harbour Lights', price: '12.00', color: '#b8542a' });
  await addSale(publisher, '6.00');
  await addKeys(publisher, ['HARBOUR-1', 'HARBOUR-2']);
  await addCards(publisher, ['Lamp', 'Wick', 'Oil', 'Match', 'Fuse']);
  await addGame(publisher, { name: 'Night Ferry', price: '9.00', color: '#2a5db8' });
  await addGame(publisher, { name: 'Tide Table', price: '0', color: '#2ab88a' });
  expect(await findViolations(publisher)).toEqual([]);
  const setUpSeconds = secondsSinceStart();

  const username = uniqueName('player');
  await registerOnScreens(player, username);
  await claimReward(player);
  await player.goto('/');
  const shelf = player.getByRole('region', { name: 'Games of this site' });
  for (const name of ['Night Ferry', 'Tide Table'])
    await expect(shelf.getByRole('link', { name })).toBeVisible();
  await shelf.getByRole('link', { name: 'Harbour Lights' }).click();
  await expect(main(player).getByText('$12.00').first()).toBeVisible();
  await player.getByRole('button', { name: 'Buy' }).click();
  await expect(player.getByLabel('Your key', { exact: true })).toHaveValue(/^HARBOUR-[12]$/);
  await expect(player.getByRole('navigation', { name: 'Main' }).getByText('$14.00')).toBeVisible();
  await main(player).getByRole('link', { name: 'Play' }).first().click();
  await main(player)
    .getByRole('link', { name: 'Play Harbour Lights' })
    .locator('visible=true')
    .click();
  await player.getByRole('button', { name: 'Start Playing' }).click();
  const won = main(player)
    .locator('section', { hasText: 'Cards of this session' })
    .getByRole('listitem');
  await expect.poll(() => won.count()).toBeGreaterThanOrEqual(2);

  await player.goto(`/profile/${username}/inventory`);
  await main(player).locator('ul a[href*="item="]').first().click();
  await player.waitForURL(/item=/);
  await player.getByLabel('Price', { exact: true }).fill('1.50');
  await player.getByRole('button', { name: 'Sell', exact: true }).click();
  await expect(player.getByText('is for sale for $1.50.')).toBeVisible();

  await registerOnScreens(buyer, uniqueName('buyer'));
  await claimReward(buyer);
  await buyer.goto('/community/market');
  await main(buyer)
    .getByRole('button', { name: /^Buy (Lamp|Wick|Oil|Match|Fuse) for \$1\.50$/ })
    .click();
  const question = buyer.getByRole('dialog', { name: /want to buy this item for 1\.50 coins/ });
  await question.getByRole('button', { name: 'Buy' }).click();
  await expect(buyer.getByRole('navigation', { name: 'Main' }).getByText('$18.50')).toBeVisible();
  await player.goto('/profile/wallet');
  await expect(player.getByRole('navigation', { name: 'Main' }).getByText('$15.50')).toBeVisible();

  process.stdout.write(`Set up in ${setUpSeconds} s; all in ${secondsSinceStart()} s.\n`);
  expect(consoleErrors.flat()).toEqual([]);
});
