import type { Page } from '@playwright/test';
import { phone } from './fixtures/browser-context.ts';
import { findViolations } from './fixtures/find-violations.ts';
import { pressWithKeyboard, tabTo } from './fixtures/keyboard.ts';
import { expect, test } from './fixtures/test.ts';

// Settings with nothing but the Tab key, Enter and typed texts, on a phone. A typed text chooses the option of a
// list that begins with it.

const main = (page: Page) => page.getByRole('main');
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true });

async function choose(page: Page, label: string, option: string): Promise<void> {
  await tabTo(page, main(page).getByLabel(label, { exact: true }));
  await page.keyboard.type(option);
}

async function save(page: Page): Promise<void> {
  await pressWithKeyboard(page, button(page, 'Save settings'));
  await expect(main(page).getByText('Settings saved.')).toBeVisible();
}

test('appearance and privacy are chosen', async ({ openPage, registerPlayer }) => {
  const user = await registerPlayer('chooser');
  const page = await openPage('/settings', { user, viewport: phone });
  await choose(page, 'Text size', 'Large');
  await save(page);
  await page.goto('/settings/privacy');
  await choose(page, 'Online and in-game status', 'Nobody');
  await save(page);
  await page.reload();
  const presence = main(page).getByLabel('Online and in-game status', { exact: true });
  await expect(presence).toHaveValue('nobody');
  expect(await findViolations(page)).toEqual([]);
});

test('an API key is created and deleted', async ({ openPage, registerPlayer }) => {
  const user = await registerPlayer('program');
  const page = await openPage('/settings/applications', { user, viewport: phone });
  await pressWithKeyboard(page, main(page).getByRole('link', { name: 'New key' }));
  await page.waitForURL('/settings/applications/new-key');
  await tabTo(page, main(page).getByLabel('Name'));
  await page.keyboard.type('backup');
  await page.keyboard.press('Enter');
  await expect(main(page).getByText('It is not shown again.')).toBeVisible();
  await pressWithKeyboard(page, main(page).getByRole('link', { name: 'Done' }));
  await pressWithKeyboard(page, main(page).getByRole('link', { name: 'Delete backup' }));
  const question = page.getByRole('dialog', { name: 'Delete this key?' });
  await pressWithKeyboard(page, question.getByRole('button', { name: 'Delete' }));
  await expect(main(page).getByText('backup')).toHaveCount(0);
  expect(await findViolations(page)).toEqual([]);
});
