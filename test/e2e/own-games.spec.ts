import { plainImage } from '../fixtures/generated-images.ts';
import { findViolations } from './fixtures/find-violations.ts';
import { makeCatalogEditor } from './fixtures/make-catalog-editor.ts';
import { addMoney } from './fixtures/player-actions.ts';
import { expect, test } from './fixtures/test.ts';

/** A picture that is large enough for a cover. */
async function makeCover() {
  const buffer = await plainImage(640, 360, '#b8542a').png().toBuffer();
  return { name: 'cover.png', mimeType: 'image/png', buffer };
}

test.use({ loadsImages: true });

test('a catalog editor adds a game with a cover, a key and cards, puts it on sale, and a player buys and plays it', async ({
  guildhall,
  registerPlayer,
  openPage,
}) => {
  const [editor, player] = [await registerPlayer('editor'), await registerPlayer('buyer')];
  await makeCatalogEditor(guildhall.dataDir, editor);
  await addMoney(player);
  const name = `Lanterns of ${editor.username}`;

  const page = await openPage('/admin/games', { user: editor });
  await page.getByRole('link', { name: 'New game' }).click();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Description').fill('Carry the light home.');
  await page.getByLabel('Price', { exact: true }).fill('cheap');
  await page.getByRole('button', { name: 'Add game' }).click();
  await expect(page.getByText('Enter a price such as 9.99, 0 for a free game.')).toBeVisible();
  await expect(page.getByLabel('Description')).toHaveValue('Carry the light home.');
  await page.getByLabel('Price', { exact: true }).fill('4.50');
  await page.getByLabel('Puzzle').check();
  await page.getByRole('button', { name: 'Add game' }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Pictures', exact: true }).click();
  await page.getByRole('button', { name: 'Cover', exact: true }).setInputFiles(await makeCover());
  await page.getByLabel('What it shows').fill('A lantern.');
  // Held back until the progress was seen.
  const seen = Promise.withResolvers<void>();
  await page.route('**/pictures.data', (route) => seen.promise.then(() => route.continue()));
  await page.getByRole('button', { name: 'Upload cover' }).click();
  await expect(page.getByRole('progressbar', { name: 'Sent' })).toBeVisible();
  seen.resolve();
  await expect(page.getByRole('img', { name: 'A lantern.' })).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Sent' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Back to the game' }).click();
  await page.getByLabel('Sale price').fill('2');
  await page.getByLabel('Starts (UTC)').fill('2026-01-01T00:00');
  await page
    .getByLabel('Ends (UTC)')
    .fill(new Date(Date.now() + 86_400_000).toISOString().slice(0, 16));
  await page.getByRole('button', { name: 'Add sale' }).click();
  await expect(page.getByRole('link', { name: 'End now' })).toBeVisible();
  await page.getByRole('link', { name: 'What owners get' }).click();
  await page.getByLabel('Keys to add').fill(`${name} 1`);
  await page.getByRole('button', { name: 'Add keys' }).click();
  await expect(page.getByText('One key is added.').first()).toBeVisible();
  await expect(page.getByLabel('Keys to add')).toHaveValue('');
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Back to the game' }).click();
  await page.getByRole('link', { name: 'Cards', exact: true }).click();
  for (const last of [5, 4]) {
    await page.getByRole('button', { name: `Remove card ${last}` }).click();
    await expect(page.getByLabel(`Name of card ${last}`)).toHaveCount(0);
  }
  for (const [index, card] of ['Lamp', 'Wick', 'Oil'].entries()) {
    await page.getByLabel(`Name of card ${index + 1}`).fill(card);
    await page
      .getByLabel('Drawn from a glyph')
      .nth(index)
      .selectOption({ index: index + 1 });
  }
  await page.getByRole('button', { name: 'Check the odds' }).click();
  await expect(page.getByText('33.3% of draws')).toHaveCount(3);
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save as version 1' }).click();
  await expect(page.getByText('The card set is saved.')).toBeVisible();
  await page.getByRole('link', { name: 'Back to the game' }).click();

  const shop = await openPage('/', { user: player });
  const shelf = shop.getByRole('region', { name: 'Games of this site' });
  await shelf.getByRole('link', { name }).click();
  await shop.getByRole('button', { name: 'Buy' }).click();
  await expect(shop.getByText('In your library')).toBeVisible();
  await expect(shop.getByLabel('Your key', { exact: true })).toHaveValue(`${name} 1`);
  expect(await findViolations(shop)).toEqual([]);
  await shop.getByRole('main').getByRole('link', { name: 'Play' }).first().click();
  await shop
    .getByRole('link', { name: `Play ${name}` })
    .locator('visible=true')
    .click();
  await shop.getByRole('button', { name: 'Start Playing' }).click();
  const won = shop.locator('section', { hasText: 'Cards of this session' }).getByRole('listitem');
  await expect(won.first()).toContainText(/Lamp|Wick|Oil/);

  await page.getByRole('link', { name: 'Hide', exact: true }).click();
  const question = page.getByRole('dialog', { name: `Hide ${name}?` });
  await expect(question).toContainText('Its owners keep it');
  expect(await findViolations(page)).toEqual([]);
  await question.getByRole('button', { name: 'Hide and end trading' }).click();
  await expect(page.getByRole('button', { name: 'Show again' })).toBeVisible();
  await shop.goto('/');
  await expect(shop.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  await expect(shelf.getByRole('link', { name })).toHaveCount(0);
  await shop.goto('/library');
  await expect(shop.getByRole('main').getByText(name).first()).toBeVisible();
});
