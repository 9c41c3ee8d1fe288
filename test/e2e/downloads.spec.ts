import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { withNightly } from '#test/config/nightly.ts';
import { findViolations } from './fixtures/find-violations.ts';
import { findLayoutProblems } from './fixtures/layout-problems.ts';
import { makeCatalogEditor } from './fixtures/make-catalog-editor.ts';
import { addMoney } from './fixtures/player-actions.ts';
import { expect, test } from './fixtures/test.ts';

async function expectGood(page: Page) {
  expect(await findViolations(page)).toEqual([]);
  expect(await findLayoutProblems(page)).toEqual([]);
}

for (const width of withNightly([390], [1440]))
  test(`an editor adds downloads, and a player buys the game and downloads them, at ${width} px`, async ({
    guildhall,
    registerPlayer,
    openPage,
  }) => {
    const viewport = { width, height: 900 };
    const [editor, player] = [await registerPlayer('editor'), await registerPlayer('buyer')];
    await makeCatalogEditor(guildhall.dataDir, editor);
    await addMoney(player);
    const name = `Ferry of ${editor.username}`;
    const content = randomBytes(3_000_000);

    const page = await openPage('/admin/games/new', { user: editor, viewport });
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByLabel('Price', { exact: true }).fill('4.50');
    await page.getByRole('button', { name: 'Add game' }).click();
    await page.getByRole('link', { name: 'Downloads', exact: true }).click();
    await expect(page.getByText('Downloads (0 of 10)')).toBeVisible();
    await expectGood(page);

    const form = page.getByRole('form', { name: 'Add a download' });
    await form.getByLabel('Name').fill('Windows');
    await form.getByLabel('Version').fill('1.0');
    const file = { name: 'ferry – café.zip', mimeType: 'application/zip', buffer: content };
    await form.getByLabel('File').setInputFiles(file);
    await form.getByRole('button', { name: 'Add download' }).click();
    await expect(page.getByText('Downloads (1 of 10)')).toBeVisible();
    await expect(form.getByLabel('Name')).toHaveValue('');
    await form.getByLabel('Name').fill('Soundtrack');
    await form.getByLabel('File').setInputFiles({ ...file, name: 'music.zip' });
    await form.getByRole('button', { name: 'Add download' }).click();
    await page.getByRole('button', { name: 'Move Soundtrack up' }).click();
    await expect(page.getByText('The order is saved.').first()).toBeVisible();
    await page.getByRole('button', { name: 'Hide Soundtrack' }).click();
    await expect(page.getByText('only players who bought the game before')).toBeVisible();
    await expectGood(page);

    const shop = await openPage('/', { user: player, viewport });
    await shop.goto(`/?q=${encodeURIComponent(name)}`);
    await shop.getByRole('link', { name }).first().click();
    await shop.getByRole('button', { name: 'Buy' }).click();
    const downloads = shop.getByRole('region', { name: 'Downloads' });
    await expect(downloads.getByText('ferry – café.zip · 3.0 MB')).toBeVisible();
    await expect(downloads.getByText('Soundtrack')).toHaveCount(0);
    await downloads.getByText('Checksum (SHA-256)').click();
    await expectGood(shop);
    const [download] = await Promise.all([
      shop.waitForEvent('download'),
      downloads.getByRole('link', { name: 'Download Windows 1.0' }).click(),
    ]);
    // The name that the browser chooses depends on the language of its system.
    const { 'content-disposition': disposition } = (
      await shop.request.head(download.url())
    ).headers();
    expect(disposition).toContain("filename*=UTF-8''ferry%20%E2%80%93%20caf%C3%A9.zip");
    expect((await readFile(await download.path())).equals(content)).toBe(true);

    await page.getByRole('link', { name: 'Replace file of Windows' }).click();
    const replacing = page.getByRole('form', { name: 'Replace the file' });
    await replacing.getByLabel('Version').fill('1.1');
    await replacing.getByLabel('File').setInputFiles({ ...file, buffer: Buffer.from('new') });
    await replacing.getByRole('button', { name: 'Replace the file' }).click();
    await expect(page.getByRole('heading', { name: 'Windows 1.1' })).toBeVisible();
    await expect(replacing).toHaveCount(0);
    await shop.goto('/library');
    await shop.getByRole('main').getByText(name).first().click();
    const [again] = await Promise.all([
      shop.waitForEvent('download'),
      shop.getByRole('link', { name: 'Download Windows 1.1' }).locator('visible=true').click(),
    ]);
    expect(String(await readFile(await again.path()))).toBe('new');
    await expectGood(shop);

    await page.getByRole('link', { name: 'Remove Windows' }).click();
    const question = page.getByRole('dialog', { name: 'Remove Windows?' });
    await expect(question).toContainText('Its file is deleted');
    await expectGood(page);
    await question.getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText('Downloads (1 of 10)')).toBeVisible();
    await shop.getByRole('link', { name: 'Download Windows 1.1' }).locator('visible=true').click();
    await expect(shop.getByText('This download is no longer there.')).toBeVisible();
  });

test('an upload shows its progress and can be cancelled', async ({
  guildhall,
  registerPlayer,
  openPage,
}) => {
  const editor = await registerPlayer('canceller');
  await makeCatalogEditor(guildhall.dataDir, editor);
  const page = await openPage('/admin/games/new', { user: editor });
  await page.getByLabel('Name', { exact: true }).fill(`Cancelled of ${editor.username}`);
  await page.getByRole('button', { name: 'Add game' }).click();
  await page.getByRole('link', { name: 'Downloads', exact: true }).click();
  const form = page.getByRole('form', { name: 'Add a download' });
  await form.getByLabel('Name').fill('Windows');
  const buffer = randomBytes(1_000);
  await form
    .getByLabel('File')
    .setInputFiles({ name: 'a.zip', mimeType: 'application/zip', buffer });
  // The answer is held back, so that the form stays in this state.
  await page.route('**/downloads/files', () => undefined);
  await form.getByRole('button', { name: 'Add download' }).click();
  await expect(form.getByRole('progressbar', { name: 'Sent' })).toBeVisible();
  await expectGood(page);
  await form.getByRole('button', { name: 'Cancel' }).click();
  await expect(form.getByRole('progressbar')).toHaveCount(0);
  await expect(form.getByLabel('Name')).toHaveValue('Windows');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await form.getByRole('button', { name: 'Add download' }).click();
  await expect(page.getByText('Downloads (1 of 10)')).toBeVisible();
});
