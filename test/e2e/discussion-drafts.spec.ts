import type { Page } from '@playwright/test';
import {
  button,
  commentField,
  discussionsPath,
  openNewDiscussion,
  test,
} from './fixtures/discussion-test.ts';
import { waitForHydration } from './fixtures/hydration.ts';
import { createDiscussion } from './fixtures/player-actions.ts';
import { expect } from './fixtures/test.ts';
import { logIn, password } from './fixtures/test-user.ts';

test.describe('a draft', () => {
  const stored = (page: Page) => page.evaluate(() => JSON.stringify({ ...localStorage }));

  test('is restored after the tab was closed and can be discarded', async ({ openPage, ada }) => {
    const page = await openPage(`${discussionsPath}/create-discussion`, { user: ada });
    await page.getByLabel('Title').fill('Half a thought');
    await page.getByText('Help', { exact: true }).click();
    await expect.poll(() => stored(page)).toContain('Half a thought');
    const again = await page.context().newPage();
    await page.close();
    await again.goto(`${discussionsPath}/create-discussion`);
    await expect(again.getByText('Your draft from before is here again.')).toBeVisible();
    await expect(again.getByLabel('Title')).toHaveValue('Half a thought');
    await expect(again.getByLabel('Help')).toBeChecked();
    await expect(again.getByText('14 / 120')).toBeVisible();
    await again.getByRole('button', { name: 'Discard the draft' }).click();
    await expect(again.getByText('Your draft from before is here again.')).toBeHidden();
    await expect(again.getByLabel('Title')).toHaveValue('');
    expect(await again.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('draft:');
    await again.reload();
    await waitForHydration(again);
    await expect(again.getByLabel('Title')).toHaveValue('');
    await expect(again.getByLabel('Help')).not.toBeChecked();
  });

  test('of a text that was changed meanwhile is restored only on request', async ({
    openPage,
    ada,
  }) => {
    const path = await createDiscussion(ada, { title: 'As it was', content: 'Text', tags: 'Help' });
    const page = await openPage(`${path}/edit`, { user: ada });
    await page.getByLabel('Title').fill('As I began to change it');
    await expect.poll(() => stored(page)).toContain('As I began to change it');
    // The text is changed in another browser.
    const elsewhere = await openPage(`${path}/edit`, { user: ada });
    await elsewhere.getByLabel('Title').fill('As it is now');
    await button(elsewhere, 'Save Changes').click();
    await expect(elsewhere.getByRole('heading', { name: 'As it is now', level: 1 })).toBeVisible();

    await page.reload();
    await expect(page.getByText('This was changed after you began a draft of it.')).toBeVisible();
    const title = page.getByLabel('Title');
    await expect(title).toHaveValue('As it is now');
    await title.fill('As it is now!');
    expect(await stored(page)).toContain('As I began to change it');
    await page.getByRole('button', { name: 'Show my draft' }).click();
    await expect(title).toHaveValue('As I began to change it');
    await expect(page.getByText('Your draft from before is here again.')).toBeVisible();
    // From now on the draft belongs to the current text.
    await page.reload();
    await expect(page.getByText('Your draft from before is here again.')).toBeVisible();
    await expect(title).toHaveValue('As I began to change it');
    await button(page, 'Save Changes').click();
    await expect(
      page.getByRole('heading', { name: 'As I began to change it', level: 1 }),
    ).toBeVisible();
  });

  test('does not replace the game of the URL', async ({ openPage, bo }) => {
    const page = await openPage(`${discussionsPath}/create-discussion?game=Portal+2`, { user: bo });
    await waitForHydration(page);
    await page.getByLabel('Title').fill('A thought of one game');
    await expect.poll(() => stored(page)).toContain('A thought of one game');
    await page.goto(`${discussionsPath}/create-discussion?game=Dota+2`);
    await expect(page.getByText('Your draft from before is here again.')).toBeVisible();
    await expect(page.getByLabel('Title')).toHaveValue('A thought of one game');
    await expect(page.getByLabel('Game')).toHaveValue('Dota 2');
    await page.goto(`${discussionsPath}/create-discussion`);
    await expect(page.getByText('Your draft from before is here again.')).toBeVisible();
    await expect(page.getByLabel('Game')).toHaveValue('Portal 2');
  });

  test('survives the end of the session, is removed after posting, and remains when the server cannot be reached', async ({
    openPage,
    ada,
  }) => {
    const me = await openNewDiscussion(openPage, ada, 'Kept through a logout');
    const { pathname } = new URL(me.url());
    const text = 'What I was about to say';
    await commentField(me).fill(text);
    await expect.poll(() => me.evaluate(() => JSON.stringify({ ...localStorage }))).toContain(text);
    // The session ends without the page noticing.
    await me.context().clearCookies();
    await button(me, 'Comment').click();
    await me.waitForURL(/\/login\?next=/);
    await me.getByLabel('Username').fill(ada.username);
    await me.getByLabel('Password').fill(password);
    await me.getByRole('main').getByRole('button', { name: 'Log in' }).click();
    await expect(me.getByText('Your draft from before is here again.')).toBeVisible();
    expect(new URL(me.url()).pathname).toBe(pathname);
    await expect(commentField(me)).toHaveValue(text);
    await button(me, 'Comment').click();
    await expect(me.getByRole('article').getByText(text)).toBeVisible();
    await me.reload();
    await waitForHydration(me);
    await expect(commentField(me)).toHaveValue('');

    await me.route('**/community/discussions/*.data*', (route) => route.abort());
    await commentField(me).fill('Do not lose me');
    await button(me, 'Comment').click();
    await expect(me.getByText('That did not work. Please try again.')).toBeVisible();
    await expect(commentField(me)).toHaveValue('Do not lose me');
  });

  test('is not shown to another player in the same browser', async ({ openPage, ada, bo }) => {
    const page = await openNewDiscussion(openPage, ada, 'A shared computer');
    const url = page.url();
    await commentField(page).fill('Only mine');
    await expect
      .poll(() => page.evaluate(() => JSON.stringify({ ...localStorage })))
      .toContain('Only mine');
    await page.context().clearCookies();
    await logIn(page, bo.username);
    await page.goto(url);
    await waitForHydration(page);
    await expect(button(page, 'Comment')).toBeDisabled();
    await expect(commentField(page)).toHaveValue('');
  });

  test('is deleted with all that the player stored when the player confirms the logout', async ({
    openPage,
    ada,
  }) => {
    const page = await openNewDiscussion(openPage, ada, 'At the machine of the library');
    await commentField(page).fill('Nobody else should read this');
    await page.evaluate((username) => {
      const game = (id: number) => JSON.stringify([{ id, name: `Game ${id}` }]);
      localStorage.setItem(`viewed:${username}`, game(1));
      localStorage.setItem('viewed', game(2));
      localStorage.setItem('theme', 'dark');
    }, ada.username);
    // Each tab has unsent messages of its own.
    const other = await page.context().newPage();
    await other.goto('/about');
    await waitForHydration(other);
    const unsent = `unsent:${ada.username}:bo`;
    await other.evaluate((key) => sessionStorage.setItem(key, '[]'), unsent);
    await page.getByRole('button', { name: 'Logout' }).click();
    const dialog = page.getByRole('dialog', { name: 'Log out and delete what you did not send?' });
    await dialog.getByRole('button', { name: 'Stay logged in' }).click();
    await expect(commentField(page)).toHaveValue('Nobody else should read this');
    await page.getByRole('button', { name: 'Logout' }).click();
    await dialog.getByRole('button', { name: 'Log out and delete them' }).click();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
    await expect
      .poll(() => page.evaluate(() => Object.keys(localStorage).toSorted()))
      // What belongs to the browser stays: that the hint to install was shown, too.
      .toEqual(['install-hint', 'theme', 'viewed']);
    await expect
      .poll(() => other.evaluate((key) => sessionStorage.getItem(key), unsent))
      .toBeNull();
    expect(await page.evaluate(() => document.cookie)).not.toContain('logged-out');
  });
});
