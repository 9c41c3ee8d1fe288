import { readFile } from 'node:fs/promises';
import { timeLimits } from '#test/config/time-limits.ts';
import { readZip } from '../fixtures/read-zip.ts';
import { findViolations } from './fixtures/find-violations.ts';
import { expect, test } from './fixtures/test.ts';

test('a player requests an export, sees it become ready without a reload, and downloads it', async ({
  openPage,
  registerPlayer,
}) => {
  const user = await registerPlayer('Exporter');
  const page = await openPage('/settings/data', { user });
  await page.getByRole('button', { name: 'Request an export' }).click();
  const download = page.getByRole('link', { name: /^Download \(/ });
  await expect(download).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  const [file] = await Promise.all([page.waitForEvent('download'), download.click()]);
  expect(file.suggestedFilename()).toBe(`guildhall-${user.username}.zip`);
  const files = await readZip(await readFile(await file.path()));
  expect(files.get('README.txt')?.toString()).toContain(`The data of ${user.username}`);
});

test('an export is requested and downloaded without scripts', async ({
  openPage,
  registerPlayer,
}) => {
  const user = await registerPlayer('Exporter');
  const page = await openPage('/settings/data', { user, javaScriptEnabled: false });
  await page.getByRole('button', { name: 'Request an export' }).click();
  await expect(page.getByText('Your export is being prepared.')).toBeVisible();
  const download = page.getByRole('link', { name: /^Download \(/ });
  await expect(async () => {
    await page.goto('/settings/data');
    await expect(download).toBeVisible({ timeout: timeLimits.atOnce });
  }).toPass();
});

test('a player deletes the account with the keyboard, and both browsers are logged out', async ({
  openPage,
  registerPlayer,
}) => {
  const user = await registerPlayer('Leaver');
  const other = await openPage('/library', { user });
  const page = await openPage('/settings/data', { user });
  const username = page.getByRole('textbox', { name: 'Your username' });
  await username.focus();
  await page.keyboard.type('somebody');
  await page.keyboard.press('Enter');
  await expect(page.getByText('This is not your username.')).toBeVisible();
  await expect(username).toHaveValue('somebody');
  await page.getByLabel('Also remove what I wrote to others').check();
  await username.fill(user.username);
  await page.getByRole('button', { name: 'Delete my account' }).press('Enter');
  await page.waitForURL('/settings/data/deleted');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account is deleted.');
  await expect(page.locator('body')).not.toContainText(user.username);
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible();
  await other.goto('/library');
  await expect(other).toHaveURL(/\/login\?next=/);
});

for (const javaScriptEnabled of [true, false]) {
  test(`on a phone the current section is in view ${javaScriptEnabled ? 'with' : 'without'} scripts, and the row scrolls back`, async ({
    openPage,
    registerPlayer,
  }) => {
    const user = await registerPlayer('Phone');
    const viewport = { width: 390, height: 844 };
    const page = await openPage('/settings/data', { user, viewport, javaScriptEnabled });
    const sections = page.getByRole('navigation', { name: 'Settings' });
    await expect(sections.getByRole('link', { name: 'Data' })).toBeInViewport({ ratio: 1 });
    await sections.evaluate((row) => row.scrollTo({ left: 0 }));
    await expect(sections.getByRole('link', { name: 'General' })).toBeInViewport({ ratio: 1 });
    await sections.getByRole('link', { name: 'General' }).click();
    await page.waitForURL('/settings');
    await expect(sections.getByRole('link', { name: 'General' })).toBeInViewport({ ratio: 1 });
  });
}
