import type { Page } from '@playwright/test';
import { withNightly } from '#test/config/nightly.ts';
import { timeLimits } from '#test/config/time-limits.ts';
import { desktop, phone } from './fixtures/browser-context.ts';
import {
  button,
  commentField,
  discussionsPath,
  link,
  openNewDiscussion,
  test,
  writeComment,
  writeDiscussion,
} from './fixtures/discussion-test.ts';
import { commentOnDiscussion, createDiscussion } from './fixtures/player-actions.ts';
import { expect } from './fixtures/test.ts';

for (const { way, ...options } of withNightly(
  [
    { way: 'on a phone', javaScriptEnabled: true, viewport: phone },
    { way: 'without script', javaScriptEnabled: false, viewport: desktop },
  ],
  [{ way: 'on a desktop', javaScriptEnabled: true, viewport: desktop }],
)) {
  test(`two players create, answer, edit and delete in a discussion, ${way}`, async ({
    openPage,
    ada,
    bo,
  }) => {
    const title = `Which ending, ${way}?`;
    const me = await openPage(discussionsPath, { user: ada, ...options });
    const other = await openPage(discussionsPath, { user: bo, ...options });
    await link(me, 'Create Discussion').click();
    await expect(me.getByRole('heading', { name: 'Create a discussion' })).toBeVisible();
    const url = await writeDiscussion(me, title);

    await other.getByRole('searchbox', { name: 'Search discussions' }).fill(title.toUpperCase());
    await button(other, 'Search').click();
    await link(other, title).click();
    await expect(other.getByText('No comments yet. Be the first to comment!')).toBeVisible();
    await expect(link(other, 'Edit Discussion')).toHaveCount(0);
    await writeComment(other, 'The frist.');
    // An author of a comment is subscribed and can unsubscribe.
    await button(other, 'Unsubscribe').click();
    await expect(button(other, 'Subscribe')).toBeVisible();
    await link(other, 'Edit your comment').click();
    const field = other.getByRole('textbox', { name: 'Edit your comment' });
    await field.fill('The first.');
    await button(other, 'Save').click();
    const row = other.getByRole('article').filter({ hasText: 'The first.' });
    await expect(row.getByText('edited')).toBeVisible();

    await me.goto(url);
    await expect(me.getByText('The first.')).toBeVisible();
    await expect(link(me, 'Edit your comment')).toHaveCount(0);
    await link(me, 'Edit Discussion').click();
    await me.getByLabel('Title').fill(`${title} Again`);
    await me.getByLabel('Private Discussion').check();
    await button(me, 'Save Changes').click();
    await expect(me.getByRole('heading', { name: `${title} Again` })).toBeVisible();
    await expect(me.getByText('Private discussion').first()).toBeVisible();

    await other.goto(url);
    await expect(
      other.getByText('Private discussion. You cannot write comments here!'),
    ).toBeVisible();
    await expect(commentField(other)).toHaveCount(0);
    await link(other, `Delete the comment of ${bo.username}`).click();
    await button(other, 'Delete').click();
    await expect(row).toHaveCount(0);

    await link(me, 'Delete').click();
    await expect(me.getByRole('heading', { name: 'Delete this discussion?' })).toBeVisible();
    await button(me, 'Delete').click();
    await me.waitForURL(discussionsPath);
    await expect(link(me, `${title} Again`)).toHaveCount(0);
  });
}

test('a subscriber sees a new comment without a reload, and its URL leads to the right page', async ({
  openPage,
  guildhall,
  ada,
  bo,
}) => {
  const me = await openNewDiscussion(openPage, ada, 'A long talk');
  const { pathname } = new URL(me.url());
  for (let number = 1; number <= 10; number += 1) {
    await commentOnDiscussion(bo, pathname, `Number ${number}!`);
  }
  const other = await openPage(pathname, { user: bo });
  await writeComment(other, 'Number 11!');
  await expect.poll(() => new URL(other.url()).search).toBe('?page=2');
  await expect(other.getByText('Page 2 of 2')).toBeVisible();
  await expect(commentField(other)).toHaveValue('');

  await expect(me.getByText('Number 10!')).toBeVisible();
  // Readers are told about comments on later pages, too; their author is not.
  const news = (page: Page) => page.getByRole('main').getByText(/^\d+ new comments?$/);
  await expect.poll(() => news(me).allInnerTexts()).toEqual(['11 new comments']);
  await expect(me.getByRole('status').filter({ hasText: '11 new comments' })).toHaveCount(1);
  await expect(news(other)).toHaveCount(0);
  await link(me, 'Page 2').click();
  const last = me.getByRole('article').filter({ hasText: 'Number 11!' });
  const permalink = last.getByRole('link', { name: /^Link to this comment/ });
  const target = new URL((await permalink.getAttribute('href')) ?? '', guildhall.origin);
  expect(target.search).toMatch(/^\?comment=/);

  const visitor = await openPage(target.pathname + target.search + target.hash);
  await expect(visitor.getByText('Number 11!')).toBeVisible();
  expect(new URL(visitor.url()).search).toBe('?page=2');
  const place = visitor.locator(`[id="${target.hash.slice(1)}"]`);
  await expect
    .poll(() => place.evaluate((row) => row.getBoundingClientRect().top < innerHeight))
    .toBe(true);
  await expect(visitor.locator('textarea')).toHaveCount(0);
});

test('a delete confirmation has its focus on the button that cancels', async ({
  openPage,
  ada,
}) => {
  const page = await openNewDiscussion(openPage, ada, 'Not to be lost');
  await writeComment(page, 'Nor this.');
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  for (const [name, question] of [
    [`Delete the comment of ${ada.username}`, 'Delete this comment?'],
    ['Delete', 'Delete this discussion?'],
  ] as const) {
    await link(page, name).click();
    await expect(page.getByRole('dialog', { name: question })).toBeVisible();
    await expect.poll(focused).toBe('Keep it');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toBeHidden();
  }
  await page.reload();
  await expect(page.getByText('Nor this.')).toBeVisible();
});

test('tags can be combined as filters, and Clear All removes them', async ({ openPage, ada }) => {
  const title = `Tagged by ${ada.username}`;
  await createDiscussion(ada, { title, content: 'What do you think?', tags: 'Help' });
  // The search leaves out the discussions of other tests.
  const page = await openPage(`${discussionsPath}?q=${ada.username}`, { user: ada });
  const tags = page.getByRole('navigation', { name: 'Genres' });
  await tags.getByRole('link', { name: 'Help', exact: true }).click();
  const search = `matching “${ada.username}”`;
  await expect(page.getByRole('heading', { name: `Discussions on Help ${search}` })).toBeVisible();
  await expect(link(page, title)).toBeVisible();
  await tags.getByRole('link', { name: 'RPG', exact: true }).click();
  await expect(page.getByText('No discussions found.')).toBeVisible();
  expect(new URL(page.url()).search).toBe(`?q=${ada.username}&genre=RPG&genre=Help`);
  await page.goBack();
  await expect(link(page, title)).toBeVisible();
  await tags.getByRole('link', { name: 'Clear All' }).click();
  await expect(page.getByRole('heading', { name: `Discussions ${search}` })).toBeVisible();
  expect(new URL(page.url()).search).toBe(`?q=${ada.username}`);
});

test('games of the catalog are suggested, and the chosen game is linked in both directions', async ({
  openPage,
  ada,
}) => {
  const page = await openPage(`${discussionsPath}/create-discussion`, { user: ada });
  await page.getByLabel('Title').fill('About a game');
  await page.getByLabel('Content').fill('It is good.');
  const suggested = page.locator('datalist option[value="Portal 2"]');
  // Before hydration key presses have no effect, so typing is repeated.
  await expect
    .poll(async () => {
      await page.getByLabel('Game').fill('');
      await page.getByLabel('Game').pressSequentially('portal');
      return suggested.waitFor({ state: 'attached', timeout: timeLimits.effect }).then(
        () => 'suggested',
        () => 'not yet',
      );
    })
    .toBe('suggested');
  await page.getByLabel('Game').fill('portal 2');
  await button(page, 'Create Discussion').click();
  await link(page, 'Game: portal 2').click();
  await expect(page.getByRole('heading', { name: 'Portal 2', level: 1 })).toBeVisible();
  await link(page, 'About a game').click();
  await expect(page.getByRole('heading', { name: 'About a game', level: 1 })).toBeVisible();
});
