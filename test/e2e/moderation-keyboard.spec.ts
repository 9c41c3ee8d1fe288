import type { Page } from '@playwright/test';
import { makeAdmin } from '#test/fixtures/make-admin.ts';
import { phone } from './fixtures/browser-context.ts';
import { findViolations } from './fixtures/find-violations.ts';
import { pressWithKeyboard, tabTo } from './fixtures/keyboard.ts';
import { commentOnProfile } from './fixtures/player-actions.ts';
import { expect, test } from './fixtures/test.ts';

// Moderation with nothing but the Tab key, Enter and typed texts, on a phone.

const main = (page: Page) => page.getByRole('main');
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true });

/** Types the reason, presses the button of the form and confirms it in the dialog. */
async function act(page: Page, name: string, reason: string): Promise<void> {
  await tabTo(page, main(page).getByLabel('Reason'));
  await page.keyboard.type(reason);
  await pressWithKeyboard(page, button(page, name));
  const question = page.getByRole('dialog');
  await pressWithKeyboard(page, question.getByRole('button', { name, exact: true }));
}

test('a comment is hidden, and the act is taken back', async ({
  openPage,
  registerPlayer,
  guildhall,
}) => {
  const [author, owner] = [await registerPlayer('author'), await registerPlayer('owner')];
  const moderator = await registerPlayer('keeper');
  await makeAdmin(guildhall.dataDir, moderator.username);
  await commentOnProfile(author, owner.username, 'Buy my cards.');

  const page = await openPage(`/profile/${owner.username}`, { user: moderator, viewport: phone });
  const comment = main(page).getByRole('article').filter({ hasText: 'Buy my cards.' });
  await pressWithKeyboard(page, comment.getByRole('link', { name: 'Hide the comment of' }));
  await page.waitForURL(/\/moderation\/hide\?/);
  await act(page, 'Hide', 'This is advertising.');
  await expect(button(page, 'Restore')).toBeVisible();
  await page.goto(`/moderation/log?by=${moderator.username}`);
  await pressWithKeyboard(page, main(page).getByRole('link', { name: 'Take it back' }));
  await page.waitForURL(/\/moderation\/acts\//);
  await act(page, 'Take back', 'They are friends.');
  await expect(main(page).getByText('An act is taken back once.')).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await page.goto(`/profile/${owner.username}`);
  await expect(comment).toBeVisible();
  await expect(comment.getByText('Hidden by a moderator.')).toHaveCount(0);
});

test('a filter is added, changed and removed', async ({ openPage, registerPlayer, guildhall }) => {
  const admin = await registerPlayer('keeper');
  await makeAdmin(guildhall.dataDir, admin.username);
  const host = `${admin.username}.example`;
  const page = await openPage('/moderation/filters', { user: admin, viewport: phone });
  await tabTo(page, main(page).getByLabel('Word, phrase or host'));
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('ArrowRight');
  await expect(main(page).getByRole('radio', { name: 'Links to a host' })).toBeChecked();
  await tabTo(page, main(page).getByLabel('Word, phrase or host'));
  await page.keyboard.type(host);
  await page.keyboard.press('Enter');
  await expect(main(page).getByText('The filter is added.')).toBeVisible();

  const form = main(page).getByRole('form', { name: host });
  await tabTo(page, form.getByLabel(`What happens with ${host}`));
  await page.keyboard.type('Report');
  await pressWithKeyboard(page, form.getByRole('button', { name: `Save ${host}` }));
  await expect(main(page).getByText(`${host}: refuse it, now report it`).first()).toBeVisible();
  await pressWithKeyboard(page, form.getByRole('button', { name: `Remove ${host}` }));
  await expect(form).toHaveCount(0);
  expect(await findViolations(page)).toEqual([]);
});
