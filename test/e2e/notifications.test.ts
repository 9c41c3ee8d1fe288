import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { waitForHydration } from './fixtures/hydration.ts';
import { captureStorageState, contextFor, register, type Theme } from './fixtures/test-users.ts';
import { useGuildhall } from './fixtures/use-guildhall.ts';

const guildhall = useGuildhall({});
type State = Awaited<ReturnType<typeof captureStorageState>>;
let owner: State;
let writer: State;

beforeAll(async () => {
  const { browser, origin } = guildhall;
  owner = await captureStorageState(browser, (page) => register(page, origin, 'wall-owner'));
  writer = await captureStorageState(browser, (page) => register(page, origin, 'wall-writer'));
});

async function open(state: State | undefined, path: string, theme: Theme = 'dark') {
  const viewport = { width: 1280, height: 900 };
  const context = await contextFor(guildhall.browser, state, { viewport, theme });
  const page = await context.newPage();
  await page.goto(guildhall.origin + path);
  return page;
}

const bell = (page: Page) => page.getByRole('link', { name: /^Notifications/ }).first();

async function faults(page: Page) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id, nodes }) => ({ id, html: nodes.map(({ html }) => html) }));
}

test('a comment appears in the owner’s bell, notifications and profile without a reload', async () => {
  const watching = await open(owner, '/about');
  await watching.getByRole('link', { name: 'Notifications', exact: true }).first().waitFor();
  const writing = await open(writer, '/profile/wall-owner');
  const post = writing.getByRole('button', { name: 'Post' });
  await expect.poll(() => post.isDisabled()).toBe(true);
  const field = writing.getByLabel('Write a comment');
  await field.fill('   ');
  expect(await post.isDisabled()).toBe(true);
  await field.pressSequentially('Hello!');
  await writing.getByText('9 / 750').waitFor();
  await post.click();
  await writing.getByText('Comment posted.').waitFor();
  await writing.getByRole('article').getByText('Hello!').waitFor();
  await expect.poll(() => field.inputValue()).toBe('');

  await watching.getByRole('link', { name: 'Notifications, 1 unread' }).first().waitFor();
  await watching.getByText('There is a new comment on your profile.').waitFor();
  expect(await faults(watching)).toEqual([]);
  await bell(watching).click();
  await watching.getByRole('heading', { name: 'Notifications' }).waitFor();
  await watching.getByText('wall-writer commented on your profile.').waitFor();
  await watching.getByRole('link', { name: 'Notifications', exact: true }).first().waitFor();
  // Notifications that were new when the page was opened stay marked.
  expect(await watching.getByText('Unread:').count()).toBe(1);
  expect(await faults(watching)).toEqual([]);

  await field.fill('And again');
  await post.click();
  await watching.getByRole('listitem').filter({ hasText: 'wall-writer' }).nth(1).waitFor();
  await watching.getByRole('link', { name: 'your profile' }).first().click();
  await watching.getByRole('article').getByText('And again').waitFor();
  await watching.context().close();
  await writing.context().close();
});

test('a comment is deleted after confirmation, and the focus returns to the comments', async () => {
  const page = await open(owner, '/profile', 'light');
  await waitForHydration(page);
  await page.getByLabel('Write a comment').fill('To be deleted');
  await page.getByRole('button', { name: 'Post' }).click();
  await page.getByText('Comment posted.').waitFor();
  const row = page.getByRole('article').filter({ hasText: 'To be deleted' });
  await row.getByRole('link', { name: 'Delete the comment of wall-owner' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete this comment?' });
  await dialog.getByRole('button', { name: 'Keep it' }).click();
  await row.getByRole('link', { name: 'Delete the comment of wall-owner' }).click();
  expect(await faults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Comment deleted.').waitFor();
  await expect.poll(() => row.count()).toBe(0);
  const focused = page.locator(':focus');
  await expect.poll(() => focused.textContent()).toMatch(/^Comments/);
  await page.context().close();
});

test('a typed comment is not lost when the server cannot be reached', async () => {
  const page = await open(writer, '/profile/wall-owner');
  const field = page.getByLabel('Write a comment');
  await waitForHydration(page);
  await field.fill('Do not lose me');
  await page.route('**/profile/wall-owner.data*', (route) => route.abort());
  await page.getByRole('button', { name: 'Post' }).click();
  await page.getByText('The comment could not be posted. Please try again.').waitFor();
  expect(await field.inputValue()).toBe('Do not lose me');
  await page.context().close();
});

test('a kind of notification can be muted with a switch by keyboard', async () => {
  const page = await open(owner, '/profile/notification');
  const off = page.getByRole('switch', { name: 'Comments on your profile' });
  await off.focus();
  await page.keyboard.press('Space');
  await expect.poll(() => off.getAttribute('aria-checked')).toBe('false');
  await page.reload();
  expect(await off.getAttribute('aria-checked')).toBe('false');
  expect(await faults(page)).toEqual([]);
  await page.context().close();
});

test('a switch shows the saved setting, never an unsaved one', async () => {
  const page = await open(owner, '/profile/notification');
  await waitForHydration(page);
  const wanted = page.getByRole('switch', { name: 'Cards that were sold' });
  const before = await wanted.getAttribute('aria-checked');
  const address = '**/profile/notification.data*';
  // The request is aborted.
  await page.route(address, () => undefined);
  await wanted.click();
  await expect.poll(() => wanted.getAttribute('aria-busy')).toBe('true');
  expect(await wanted.getAttribute('aria-checked')).toBe(before);
  await page.reload();
  expect(await wanted.getAttribute('aria-checked')).toBe(before);

  await page.unroute(address);
  await waitForHydration(page);
  const after = before === 'true' ? 'false' : 'true';
  await wanted.click();
  await expect.poll(() => wanted.getAttribute('aria-checked')).toBe(after);
  await page.reload();
  expect(await wanted.getAttribute('aria-checked')).toBe(after);
  await page.context().close();
});

test('muted notifications are not sent, and later ones are sent after the mute ends', async () => {
  const page = await open(owner, '/profile/notification');
  const wanted = page.getByRole('switch', { name: 'Comments on your profile' });
  const writing = await open(writer, '/profile/wall-owner');
  async function write(text: string) {
    await writing.getByLabel('Write a comment').fill(text);
    await writing.getByRole('button', { name: 'Post' }).click();
    await writing.getByRole('article').getByText(text).waitFor();
  }
  async function choose(checked: 'true' | 'false') {
    if ((await wanted.getAttribute('aria-checked')) !== checked) await wanted.click();
    await expect.poll(() => wanted.getAttribute('aria-checked')).toBe(checked);
    // The server has saved it.
    await page.reload({ waitUntil: 'networkidle' });
    expect(await wanted.getAttribute('aria-checked')).toBe(checked);
  }
  await choose('false');
  await write('said into the void');
  await choose('true');
  await write('said aloud');
  await page.getByRole('link', { name: 'Notifications, 1 unread' }).first().waitFor();
  // One notification, although two comments would be counted together.
  await page.getByText('Unread: wall-writer commented on your profile.').waitFor();
  await page.context().close();
  await writing.context().close();
});

test('without scripts a comment is written and deleted, and notifications are marked as read', async () => {
  const context = await guildhall.browser.newContext({
    storageState: writer,
    javaScriptEnabled: false,
  });
  const page = await context.newPage();
  await page.goto(`${guildhall.origin}/profile/wall-owner`);
  await page.getByLabel('Write a comment').fill('By hand');
  await page.getByRole('button', { name: 'Post' }).click();
  const row = page.getByRole('article').filter({ hasText: 'By hand' });
  await row.getByRole('link', { name: 'Delete the comment of wall-writer' }).click();
  await page.getByText('Delete this comment?').waitFor();
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => row.count()).toBe(0);
  expect(new URL(page.url()).search).toBe('');
  await context.close();
});
