import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { waitForHydration } from './fixtures/hydration.ts';
import {
  captureStorageState,
  contextFor,
  logIn,
  password,
  register,
} from './fixtures/test-users.ts';
import { useGuildhall } from './fixtures/use-guildhall.ts';

const guildhall = useGuildhall({});
type State = Awaited<ReturnType<typeof captureStorageState>>;
let ada: State;
let bo: State;

const desktop = { width: 1280, height: 900 };
const phone = { width: 390, height: 844 };
const root = '/community/discussion';

beforeAll(async () => {
  const { browser, origin } = guildhall;
  ada = await captureStorageState(browser, (page) => register(page, origin, 'ada-talks'));
  bo = await captureStorageState(browser, (page) => register(page, origin, 'bo-talks'));
});

interface Way {
  viewport?: typeof desktop;
  javaScriptEnabled?: boolean;
}

/** Opens a page in a new browser context. Script errors fail the test. */
async function open(state: State | undefined, path: string, way: Way = {}) {
  const { viewport = desktop, javaScriptEnabled = true } = way;
  const context = javaScriptEnabled
    ? await contextFor(guildhall.browser, state, { viewport, theme: 'dark' })
    : await guildhall.browser.newContext({ storageState: state, viewport, javaScriptEnabled });
  const page = await context.newPage();
  await page.goto(guildhall.origin + path);
  return page;
}

const button = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true });
const link = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('link', { name, exact: true });
const commentField = (page: Page) => page.getByPlaceholder('Add a comment...');

/** Creates a discussion through the form. Returns its address. */
async function begin(page: Page, title: string, content = 'What do you think?'): Promise<string> {
  await page.goto(`${guildhall.origin}${root}/create-discussion`);
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Content').fill(content);
  await page.getByText('Help', { exact: true }).click();
  await button(page, 'Create Discussion').click();
  await page.getByRole('heading', { name: title, level: 1 }).waitFor();
  return page.url();
}

async function say(page: Page, text: string) {
  await commentField(page).fill(text);
  await button(page, 'Comment').click();
  await page.getByRole('article').getByText(text, { exact: true }).waitFor();
}

describe.each([
  { way: 'with script', javaScriptEnabled: true, viewport: desktop },
  { way: 'without script', javaScriptEnabled: false, viewport: desktop },
  { way: 'on a phone', javaScriptEnabled: true, viewport: phone },
])('$way', ({ way, ...options }) => {
  it('two players create, answer, edit and delete in a discussion', async () => {
    const title = `Which ending, ${way}?`;
    const [me, other] = [await open(ada, root, options), await open(bo, root, options)];
    await link(me, 'Create Discussion').click();
    await me.getByRole('heading', { name: 'Create a discussion' }).waitFor();
    const address = await begin(me, title);

    await other.getByRole('searchbox', { name: 'Search discussions' }).fill(title.toUpperCase());
    await button(other, 'Search').click();
    await link(other, title).click();
    await other.getByText('No comments yet. Be the first to comment!').waitFor();
    expect(await link(other, 'Edit Discussion').count()).toBe(0);
    await say(other, 'The frist.');
    // An author of a comment is subscribed and can unsubscribe.
    await button(other, 'Unsubscribe').click();
    await button(other, 'Subscribe').waitFor();
    await link(other, 'Edit your comment').click();
    const field = other.getByRole('textbox', { name: 'Edit your comment' });
    await field.fill('The first.');
    await button(other, 'Save').click();
    const row = other.getByRole('article').filter({ hasText: 'The first.' });
    await row.getByText('edited').waitFor();

    await me.goto(address);
    await me.getByText('The first.').waitFor();
    expect(await link(me, 'Edit your comment').count()).toBe(0);
    await link(me, 'Edit Discussion').click();
    await me.getByLabel('Title').fill(`${title} Again`);
    await me.getByLabel('Private Discussion').check();
    await button(me, 'Save Changes').click();
    await me.getByRole('heading', { name: `${title} Again` }).waitFor();
    await me.getByText('Private discussion').first().waitFor();

    await other.goto(address);
    await other.getByText('Private discussion. You cannot write comments here!').waitFor();
    expect(await commentField(other).count()).toBe(0);
    await link(other, 'Delete the comment of bo-talks').click();
    await button(other, 'Delete').click();
    await expect.poll(() => row.count()).toBe(0);

    await link(me, 'Delete').click();
    await me.getByRole('heading', { name: 'Delete this discussion?' }).waitFor();
    await button(me, 'Delete').click();
    await me.waitForURL(guildhall.origin + root);
    await expect.poll(() => link(me, `${title} Again`).count()).toBe(0);
    for (const page of [me, other]) await page.context().close();
  });
});

it('a subscriber sees a new comment without a reload, and its address leads to the right page', async () => {
  const me = await open(ada, '/about');
  const address = await begin(me, 'A long talk');
  const other = await open(bo, new URL(address).pathname);
  for (let number = 1; number <= 11; number += 1) await say(other, `Number ${number}!`);
  await expect.poll(() => new URL(other.url()).search).toBe('?page=2');
  await other.getByText('Page 2 of 2').waitFor();
  await expect.poll(() => commentField(other).inputValue()).toBe('');

  await me.getByText('Number 10!').waitFor();
  // Readers are told about comments on later pages, too; their author is not.
  const news = (page: Page) => page.getByRole('main').getByText(/^\d+ new comments?$/);
  await expect.poll(() => news(me).allInnerTexts()).toEqual(['11 new comments']);
  expect(await me.getByRole('status').filter({ hasText: '11 new comments' }).count()).toBe(1);
  expect(await news(other).count()).toBe(0);
  await link(me, 'Page 2').click();
  const last = me.getByRole('article').filter({ hasText: 'Number 11!' });
  const permalink = last.getByRole('link', { name: /^Link to this comment/ });
  const target = new URL((await permalink.getAttribute('href')) ?? '', guildhall.origin);
  expect(target.search).toMatch(/^\?comment=/);

  const visitor = await open(undefined, target.pathname + target.search + target.hash);
  await visitor.getByText('Number 11!').waitFor();
  expect(new URL(visitor.url()).search).toBe('?page=2');
  const place = visitor.locator(`[id="${target.hash.slice(1)}"]`);
  await expect
    .poll(() => place.evaluate((row) => row.getBoundingClientRect().top < innerHeight))
    .toBe(true);
  expect(await visitor.locator('textarea').count()).toBe(0);
  for (const page of [me, other, visitor]) await page.context().close();
});

it('a delete confirmation has its focus on the button that cancels', async () => {
  const page = await open(ada, '/about');
  const address = await begin(page, 'Not to be lost');
  await say(page, 'Nor this.');
  await waitForHydration(page);
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  for (const [name, question] of [
    ['Delete the comment of ada-talks', 'Delete this comment?'],
    ['Delete', 'Delete this discussion?'],
  ] as const) {
    await link(page, name).click();
    await page.getByRole('dialog', { name: question }).waitFor();
    await expect.poll(focused).toBe('Keep it');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  }
  await page.goto(address);
  await page.getByText('Nor this.').waitFor();
  await page.context().close();
});

it('tags can be combined as filters, and Clear All removes them', async () => {
  const page = await open(ada, '/about');
  await begin(page, 'Tagged once');
  await page.goto(guildhall.origin + root);
  const tags = page.getByRole('navigation', { name: 'Genres' });
  await tags.getByRole('link', { name: 'Help', exact: true }).click();
  await page.getByRole('heading', { name: 'Discussions on Help' }).waitFor();
  await tags.getByRole('link', { name: 'RPG', exact: true }).click();
  await page.getByText('No discussions found.').waitFor();
  expect(new URL(page.url()).search).toBe('?genre=RPG&genre=Help');
  await page.goBack();
  await link(page, 'Tagged once').waitFor();
  await tags.getByRole('link', { name: 'Clear All' }).click();
  await page.getByRole('heading', { name: 'All discussions' }).waitFor();
  await page.context().close();
});

it('games of the catalog are suggested, and the chosen game is linked in both directions', async () => {
  const page = await open(ada, `${root}/create-discussion`);
  await page.getByLabel('Title').fill('About a game');
  await page.getByLabel('Content').fill('It is good.');
  const suggested = page.locator('datalist option[value="Portal 2"]');
  // Before hydration key presses have no effect, so typing is repeated.
  await expect
    .poll(
      async () => {
        await page.getByLabel('Game').fill('');
        await page.getByLabel('Game').pressSequentially('portal');
        return suggested.waitFor({ state: 'attached', timeout: 5_000 }).then(
          () => 'suggested',
          () => 'not yet',
        );
      },
      { timeout: 30_000 },
    )
    .toBe('suggested');
  await page.getByLabel('Game').fill('portal 2');
  await button(page, 'Create Discussion').click();
  await link(page, 'Game: portal 2').click();
  await page.getByRole('heading', { name: 'Portal 2', level: 1 }).waitFor();
  await link(page, 'About a game').click();
  await page.getByRole('heading', { name: 'About a game', level: 1 }).waitFor();
  await page.context().close();
});

describe('a draft', () => {
  const stored = (page: Page) => page.evaluate(() => JSON.stringify({ ...localStorage }));

  it('is restored after the tab was closed and can be discarded', async () => {
    const page = await open(ada, `${root}/create-discussion`);
    await page.getByLabel('Title').fill('Half a thought');
    await page.getByText('Help', { exact: true }).click();
    await expect.poll(() => stored(page)).toContain('Half a thought');
    const again = await page.context().newPage();
    await page.close();
    await again.goto(`${guildhall.origin}${root}/create-discussion`);
    await again.getByText('Your draft from before is here again.').waitFor();
    expect(await again.getByLabel('Title').inputValue()).toBe('Half a thought');
    expect(await again.getByLabel('Help').isChecked()).toBe(true);
    await again.getByText('14 / 120').waitFor();
    await again.getByRole('button', { name: 'Discard the draft' }).click();
    await again.getByText('Your draft from before is here again.').waitFor({ state: 'hidden' });
    expect(await again.getByLabel('Title').inputValue()).toBe('');
    expect(await again.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('draft:');
    await again.reload();
    await waitForHydration(again);
    expect(await again.getByLabel('Title').inputValue()).toBe('');
    expect(await again.getByLabel('Help').isChecked()).toBe(false);
    await again.context().close();
  });

  it('of a text that was changed meanwhile is restored only on request', async () => {
    const page = await open(ada, '/about');
    const address = await begin(page, 'As it was');
    await page.goto(`${address}/edit`);
    await waitForHydration(page);
    await page.getByLabel('Title').fill('As I began to change it');
    await expect.poll(() => stored(page)).toContain('As I began to change it');
    // The text is changed in another browser.
    const elsewhere = await open(ada, `${new URL(address).pathname}/edit`);
    await elsewhere.getByLabel('Title').fill('As it is now');
    await button(elsewhere, 'Save Changes').click();
    await elsewhere.getByRole('heading', { name: 'As it is now', level: 1 }).waitFor();
    await elsewhere.context().close();

    await page.reload();
    await page.getByText('This was changed after you began a draft of it.').waitFor();
    const title = page.getByLabel('Title');
    expect(await title.inputValue()).toBe('As it is now');
    await title.fill('As it is now!');
    expect(await stored(page)).toContain('As I began to change it');
    await page.getByRole('button', { name: 'Show my draft' }).click();
    await expect.poll(() => title.inputValue()).toBe('As I began to change it');
    await page.getByText('Your draft from before is here again.').waitFor();
    // From now on the draft belongs to the current text.
    await page.reload();
    await page.getByText('Your draft from before is here again.').waitFor();
    expect(await title.inputValue()).toBe('As I began to change it');
    await button(page, 'Save Changes').click();
    await page.getByRole('heading', { name: 'As I began to change it', level: 1 }).waitFor();
    await page.context().close();
  });

  it('does not replace the game of the address', async () => {
    const page = await open(bo, `${root}/create-discussion?game=Portal+2`);
    await waitForHydration(page);
    await page.getByLabel('Title').fill('A thought of one game');
    await expect.poll(() => stored(page)).toContain('A thought of one game');
    await page.goto(`${guildhall.origin}${root}/create-discussion?game=Dota+2`);
    await page.getByText('Your draft from before is here again.').waitFor();
    expect(await page.getByLabel('Title').inputValue()).toBe('A thought of one game');
    expect(await page.getByLabel('Game').inputValue()).toBe('Dota 2');
    await page.goto(`${guildhall.origin}${root}/create-discussion`);
    await page.getByText('Your draft from before is here again.').waitFor();
    expect(await page.getByLabel('Game').inputValue()).toBe('Portal 2');
    await page.context().close();
  });

  it('survives the end of the session and is removed after posting', async () => {
    const me = await open(ada, '/about');
    const address = await begin(me, 'Kept through a logout');
    const text = 'What I was about to say';
    await waitForHydration(me);
    await commentField(me).fill(text);
    await expect.poll(() => me.evaluate(() => JSON.stringify({ ...localStorage }))).toContain(text);
    // The session ends without the page noticing.
    await me.context().clearCookies();
    await button(me, 'Comment').click();
    await me.waitForURL(/\/login\?next=/);
    await me.getByLabel('Username').fill('ada-talks');
    await me.getByLabel('Password').fill(password);
    await me.getByRole('main').getByRole('button', { name: 'Log in' }).click();
    await me.getByText('Your draft from before is here again.').waitFor();
    expect(new URL(me.url()).pathname).toBe(new URL(address).pathname);
    expect(await commentField(me).inputValue()).toBe(text);
    await button(me, 'Comment').click();
    await me.getByRole('article').getByText(text).waitFor();
    await me.reload();
    await waitForHydration(me);
    expect(await commentField(me).inputValue()).toBe('');
    await me.context().close();
  });

  it('is not shown to another player in the same browser', async () => {
    const page = await open(ada, '/about');
    const address = await begin(page, 'A shared computer');
    await commentField(page).fill('Only mine');
    await expect
      .poll(() => page.evaluate(() => JSON.stringify({ ...localStorage })))
      .toContain('Only mine');
    await page.context().clearCookies();
    await logIn(page, guildhall.origin, 'bo-talks', password);
    await page.goto(address);
    await expect.poll(() => button(page, 'Comment').isDisabled()).toBe(true);
    expect(await commentField(page).inputValue()).toBe('');
    await page.context().close();
  });

  it('remains in the form when the server cannot be reached', async () => {
    const page = await open(ada, '/about');
    await begin(page, 'A bad line');
    await waitForHydration(page);
    await page.route('**/community/discussions/*.data*', (route) => route.abort());
    await commentField(page).fill('Do not lose me');
    await button(page, 'Comment').click();
    await page.getByText('That did not work. Please try again.').waitFor();
    expect(await commentField(page).inputValue()).toBe('Do not lose me');
    await page.context().close();
  });
});
