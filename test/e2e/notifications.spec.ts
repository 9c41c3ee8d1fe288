import type { Page } from '@playwright/test';
import { findViolations } from './fixtures/find-violations.ts';
import { openLivePage, waitForHydration } from './fixtures/hydration.ts';
import { test as base, expect } from './fixtures/test.ts';
import type { TestUser } from './fixtures/test-user.ts';

/** `test` with a player and another who writes on the profile of the first. */
const test = base.extend<{ owner: TestUser; writer: TestUser }>({
  owner: async ({ registerPlayer }, use) => use(await registerPlayer('owner')),
  writer: async ({ registerPlayer }, use) => use(await registerPlayer('writer')),
});

const bell = (page: Page) => page.getByRole('link', { name: /^Notifications/ }).first();

test('a comment appears in the owner’s bell, notifications and profile without a reload, and is not lost when the server cannot be reached', async ({
  openPage,
  createContext,
  owner,
  writer,
}) => {
  const watching = await (await createContext({ user: owner })).newPage();
  await openLivePage(watching, '/about');
  await expect(
    watching.getByRole('link', { name: 'Notifications', exact: true }).first(),
  ).toBeVisible();
  const writing = await openPage(`/profile/${owner.username}`, { user: writer });
  const post = writing.getByRole('button', { name: 'Post' });
  await expect(post).toBeDisabled();
  const field = writing.getByLabel('Write a comment');
  await field.fill('   ');
  await expect(post).toBeDisabled();
  await field.pressSequentially('Hello!');
  await expect(writing.getByText('9 / 750')).toBeVisible();
  await post.click();
  await expect(writing.getByText('Comment posted.')).toBeVisible();
  await expect(writing.getByRole('article').getByText('Hello!')).toBeVisible();
  await expect(field).toHaveValue('');

  await expect(
    watching.getByRole('link', { name: 'Notifications, 1 unread' }).first(),
  ).toBeVisible();
  await expect(watching.getByText('There is a new comment on your profile.')).toBeVisible();
  expect(await findViolations(watching)).toEqual([]);
  await bell(watching).click();
  await expect(watching.getByRole('heading', { name: 'Notifications' })).toBeVisible();
  await expect(watching.getByText(`${writer.username} commented on your profile.`)).toBeVisible();
  await expect(
    watching.getByRole('link', { name: 'Notifications', exact: true }).first(),
  ).toBeVisible();
  // Notifications that were new when the page was opened stay marked.
  await expect(watching.getByText('Unread:')).toHaveCount(1);
  expect(await findViolations(watching)).toEqual([]);

  await field.fill('And again');
  await post.click();
  await expect(
    watching.getByRole('listitem').filter({ hasText: writer.username }).nth(1),
  ).toBeVisible();
  await watching.getByRole('link', { name: 'your profile' }).first().click();
  await expect(watching.getByRole('article').getByText('And again')).toBeVisible();

  await field.fill('Do not lose me');
  await writing.route(`**/profile/${owner.username}.data*`, (route) => route.abort());
  await post.click();
  await expect(
    writing.getByText('The comment could not be posted. Please try again.'),
  ).toBeVisible();
  await expect(field).toHaveValue('Do not lose me');
});

test('a comment is deleted after confirmation, and the focus returns to the comments', async ({
  openPage,
  owner,
}) => {
  const page = await openPage('/profile', { user: owner, theme: 'light' });
  await waitForHydration(page);
  await page.getByLabel('Write a comment').fill('To be deleted');
  await page.getByRole('button', { name: 'Post' }).click();
  await expect(page.getByText('Comment posted.')).toBeVisible();
  const row = page.getByRole('article').filter({ hasText: 'To be deleted' });
  await row.getByRole('link', { name: `Delete the comment of ${owner.username}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete this comment?' });
  await dialog.getByRole('button', { name: 'Keep it' }).click();
  await row.getByRole('link', { name: `Delete the comment of ${owner.username}` }).click();
  expect(await findViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Comment deleted.')).toBeVisible();
  await expect(row).toHaveCount(0);
  const focused = page.locator(':focus');
  await expect(focused).toHaveText(/^Comments/);
});

test('a switch mutes a kind of notification by keyboard, and shows the saved setting, never an unsaved one', async ({
  openPage,
  owner,
}) => {
  const page = await openPage('/profile/notification', { user: owner });
  const off = page.getByRole('switch', { name: 'Comments on your profile' });
  await off.focus();
  await page.keyboard.press('Space');
  await expect(off).toHaveAttribute('aria-checked', 'false');
  await page.reload();
  await waitForHydration(page);
  await expect(off).toHaveAttribute('aria-checked', 'false');
  expect(await findViolations(page)).toEqual([]);

  const wanted = page.getByRole('switch', { name: 'Cards that were sold' });
  const before = (await wanted.getAttribute('aria-checked')) ?? '';
  const dataPattern = '**/profile/notification.data*';
  // The request is never answered.
  await page.route(dataPattern, () => undefined);
  await wanted.click();
  await expect(wanted).toHaveAttribute('aria-busy', 'true');
  await expect(wanted).toHaveAttribute('aria-checked', before);
  await page.reload();
  await expect(wanted).toHaveAttribute('aria-checked', before);

  await page.unroute(dataPattern);
  await waitForHydration(page);
  const after = before === 'true' ? 'false' : 'true';
  await wanted.click();
  await expect(wanted).toHaveAttribute('aria-checked', after);
  await page.reload();
  await expect(wanted).toHaveAttribute('aria-checked', after);
});

test('muted notifications are not sent, and later ones are sent after the mute ends', async ({
  openPage,
  owner,
  writer,
}) => {
  const page = await openPage('/profile/notification', { user: owner });
  const wanted = page.getByRole('switch', { name: 'Comments on your profile' });
  const writing = await openPage(`/profile/${owner.username}`, { user: writer });
  async function write(text: string) {
    await writing.getByLabel('Write a comment').fill(text);
    await writing.getByRole('button', { name: 'Post' }).click();
    await expect(writing.getByRole('article').getByText(text)).toBeVisible();
  }
  async function choose(checked: 'true' | 'false') {
    if ((await wanted.getAttribute('aria-checked')) !== checked) await wanted.click();
    await expect(wanted).toHaveAttribute('aria-checked', checked);
    // The server has saved it.
    await openLivePage(page, '/profile/notification');
    await expect(wanted).toHaveAttribute('aria-checked', checked);
  }
  await choose('false');
  await write('said into the void');
  await choose('true');
  await write('said aloud');
  await expect(page.getByRole('link', { name: 'Notifications, 1 unread' }).first()).toBeVisible();
  // One notification, although two comments would be counted together.
  await expect(
    page.getByText(`Unread: ${writer.username} commented on your profile.`),
  ).toBeVisible();
});

test('without scripts a comment is written and deleted, and notifications are marked as read', async ({
  openPage,
  owner,
  writer,
}) => {
  const page = await openPage(`/profile/${owner.username}`, {
    user: writer,
    javaScriptEnabled: false,
  });
  await page.getByLabel('Write a comment').fill('By hand');
  await page.getByRole('button', { name: 'Post' }).click();
  const row = page.getByRole('article').filter({ hasText: 'By hand' });
  await expect(row).toBeVisible();

  const reading = await openPage('/profile/notification', {
    user: owner,
    javaScriptEnabled: false,
  });
  const unread = reading.getByRole('link', { name: 'Notifications, 1 unread' }).first();
  // It is delivered a moment after the comment, and without scripts the page does not update itself.
  await expect(async () => {
    await reading.reload();
    expect(await unread.isVisible()).toBe(true);
  }).toPass();
  await reading.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(
    reading.getByRole('link', { name: 'Notifications', exact: true }).first(),
  ).toBeVisible();
  await expect(unread).toHaveCount(0);

  await row.getByRole('link', { name: `Delete the comment of ${writer.username}` }).click();
  await expect(page.getByText('Delete this comment?')).toBeVisible();
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(row).toHaveCount(0);
  expect(new URL(page.url()).search).toBe('');
});
