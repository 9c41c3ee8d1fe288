import type { Locator, Page } from '@playwright/test';
import { testData } from './fixtures/create-test-users.ts';
import { giveCards } from './fixtures/give-cards.ts';
import { waitForHydration } from './fixtures/hydration.ts';
import { findLayoutProblems } from './fixtures/layout-problems.ts';
import { buyGame } from './fixtures/player-actions.ts';
import { expect, test } from './fixtures/test.ts';

const size = (width: number) => ({ viewport: { width, height: 900 } });

test.describe('the breakpoints of the specification', () => {
  test('collapse the navigation at 1050 px', async ({ openPage, registerPlayer }) => {
    const user = await registerPlayer('navigator');
    const about = (page: Page) =>
      page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About' });
    const small = await openPage('/', { user, ...size(1050) });
    await expect(about(small)).toBeHidden();
    await small.locator('summary[aria-label=Menu]').click();
    await expect(about(small)).toBeVisible();
    const wide = await openPage('/', { user, ...size(1051) });
    await expect(about(wide)).toBeVisible();
    await expect(wide.locator('summary[aria-label=Menu]')).toBeHidden();
  });

  test('leave enough space for the sort orders of a search at 320 px', async ({ openPage }) => {
    const page = await openPage('/?q=the', size(320));
    await expect(page.getByRole('link', { name: 'Best match' })).toBeVisible();
    expect(await findLayoutProblems(page)).toEqual([]);
  });

  test('move Play into the selected game at 768 px', async ({ openPage, registerPlayer }) => {
    const user = await registerPlayer('reader');
    await buyGame(user, testData.owned);
    const insideList = (page: Page) =>
      page.getByRole('main').getByRole('listitem').getByRole('link', { name: 'Play Portal 2' });
    const path = `/library?game=${testData.owned}`;
    await expect(insideList(await openPage(path, { user, ...size(768) }))).toBeVisible();
    const wide = await openPage(path, { user, ...size(769) });
    const play = wide.getByRole('link', { name: 'Play Portal 2' }).locator('visible=true');
    await expect(play).toBeVisible();
    await expect(insideList(wide)).toBeHidden();
  });

  test('show a card of the inventory in a modal up to 650 px, and beside the grid above', async ({
    openPage,
    registerPlayer,
    guildhall,
  }) => {
    const { username } = await registerPlayer('collector');
    await giveCards(guildhall.dataDir, [
      { username, gameId: testData.owned, setId: 'golf', copies: 1 },
    ]);
    const path = `/profile/${username}/inventory`;
    const small = await openPage(path, size(650));
    await small.getByRole('main').locator('ul a').first().click();
    await expect(small.getByRole('dialog')).toBeVisible();
    await small.keyboard.press('Escape');
    await expect(small.getByRole('dialog')).toBeHidden();
    const wide = await openPage(path, size(651));
    await expect(wide.getByRole('complementary')).toBeVisible();
    await expect(wide.getByRole('dialog')).toHaveCount(0);
  });

  for (const [width, items] of [
    [1920, '24'],
    [1919, '20'],
  ] as const) {
    test(`show ${items} items per page at ${width} px without a parameter in the address`, async ({
      openPage,
      registerPlayer,
      guildhall,
    }) => {
      const { username } = await registerPlayer('collector');
      await giveCards(guildhall.dataDir, [
        { username, gameId: testData.owned, setId: 'golf', copies: 1 },
      ]);
      const page = await openPage(`/profile/${username}/inventory`, size(width));
      await expect(page.getByLabel('Per page')).toHaveValue(items);
      expect(page.url()).not.toContain('perPage');
    });
  }
});

test.describe('the grids of the shop', () => {
  const list = (page: Page) => page.locator('section[aria-labelledby=list-title]');

  /** Presses a key. Returns the index of the focused link, or -1. */
  async function press(page: Page, links: Locator, key: string): Promise<number> {
    await page.keyboard.press(key);
    return links.evaluateAll((all) => all.indexOf(document.activeElement as HTMLAnchorElement));
  }

  test('can be navigated with the arrow keys', async ({ openPage }) => {
    const page = await openPage('/');
    const links = list(page).getByRole('listitem').getByRole('heading').getByRole('link');
    await links.first().focus();
    expect(await press(page, links, 'ArrowRight')).toBe(1);
    // There are four games in a row.
    expect(await press(page, links, 'ArrowDown')).toBe(5);
    expect(await press(page, links, 'ArrowLeft')).toBe(4);
    expect(await press(page, links, 'ArrowUp')).toBe(0);
    expect(await press(page, links, 'End')).toBe(23);
    expect(await press(page, links, 'Home')).toBe(0);
    expect(await press(page, links, 'Tab')).toBe(1);
  });

  test('have separate shelves, in which the arrow keys reach the visible games', async ({
    openPage,
  }) => {
    const page = await openPage('/', size(1100));
    const shelf = page.getByRole('region', { name: 'New', exact: true });
    const links = shelf.getByRole('listitem').getByRole('link');
    await links.first().focus();
    const shown = await links.count();
    expect(await press(page, links, 'End')).toBe(shown - 1);
    expect(await press(page, links, 'ArrowRight')).toBe(shown - 1);
    expect(await press(page, links, 'ArrowLeft')).toBe(shown - 2);
  });

  test('have as many games as the player chooses, with and without scripts', async ({
    openPage,
  }) => {
    const titles = (page: Page) => list(page).getByRole('listitem').getByRole('heading');
    const page = await openPage('/?genre=action', size(390));
    await expect(titles(page)).toHaveCount(24);
    await page.getByLabel('Per page', { exact: true }).selectOption('50');
    await expect(titles(page)).toHaveCount(50);
    expect(new URL(page.url()).search).toBe('?genre=action&perPage=50');
    await page.getByRole('link', { name: 'Next' }).click();
    await page.waitForURL(/page=2/);
    expect(new URL(page.url()).searchParams.get('perPage')).toBe('50');
    await page.getByLabel('Per page', { exact: true }).selectOption('24');
    await expect.poll(() => new URL(page.url()).search).toBe('?genre=action');
    expect(await findLayoutProblems(page)).toEqual([]);
    const plain = await openPage('/?genre=action', { javaScriptEnabled: false });
    await plain.getByLabel('Per page', { exact: true }).selectOption('50');
    await plain.getByRole('button', { name: 'Apply' }).click();
    await expect(titles(plain)).toHaveCount(50);
  });
});

test.describe('the timers of the specification', () => {
  test('show after five seconds that the banner did not load', async ({ createContext }) => {
    const page = await (await createContext()).newPage();
    await page.clock.install();
    // The request for the banner is never answered.
    await page.route('**/art/banner-*', () => {});
    await page.goto('/', { waitUntil: 'domcontentloaded' });
    const failed = page.getByText('Failed to load banner. Please refresh your cache.');
    await waitForHydration(page);
    await expect(failed).toBeHidden();
    await expect
      .poll(async () => {
        await page.clock.fastForward(5_001);
        return failed.isVisible();
      })
      .toBe(true);
  });

  test('remove the error of a registration after five seconds', async ({
    registerPlayer,
    createContext,
  }) => {
    const page = await (await createContext()).newPage();
    await page.clock.install();
    const { username } = await registerPlayer('taken');
    await page.goto('/register');
    await page.getByLabel('Username').fill(username);
    await page.getByLabel('Email').fill('someone-else@example.test');
    await page.getByLabel('Password').fill('correct horse battery');
    await page.getByRole('main').getByRole('button', { name: 'Register' }).click();
    const error = page.getByRole('alert');
    await expect(error.getByText('This username is already taken.')).toBeVisible();
    await page.clock.fastForward(4_000);
    await expect(error).toBeVisible();
    await page.clock.fastForward(1_100);
    await expect(error).toBeHidden();
  });
});

test.describe('a lost connection', () => {
  test('leaves the game on the screen, and play continues when the server is back', async ({
    openPage,
    registerPlayer,
  }) => {
    const user = await registerPlayer('traveller');
    await buyGame(user, testData.owned);
    const page = await openPage(`/game-session/${testData.owned}`, { user });
    await page.getByRole('button', { name: 'Start Playing' }).click();
    const won = page.locator('section', { hasText: 'Cards of this session' }).getByRole('listitem');
    await expect(won.first()).toBeVisible();
    await page.context().setOffline(true);
    await expect(page.getByText('The server cannot be reached at the moment.')).toBeVisible();
    const before = await won.count();
    await page.context().setOffline(false);
    await expect.poll(() => won.count()).toBeGreaterThan(before);
  });

  test('keeps what was typed into a form', async ({ openPage, registerPlayer }) => {
    const page = await openPage('/profile/edit', { user: await registerPlayer('traveller') });
    await page.getByLabel('Name', { exact: true }).fill('Typed on a train');
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('Failed to update profile.')).toBeVisible();
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Typed on a train');
  });
});

test.describe('without scripts', () => {
  test('a player buys, adds money and edits the profile', async ({ openPage, registerPlayer }) => {
    const user = await registerPlayer('scriptless');
    const page = await openPage('/profile', { user, javaScriptEnabled: false });
    await page.getByRole('link', { name: 'Add Money' }).click();
    await page.getByLabel('Amount').fill('33.50');
    await page.getByRole('button', { name: 'Add Money' }).click();
    await expect(page.getByText('$33.50 added.')).toBeVisible();
    await page.goto(`/game-info/${testData.notOwned}`);
    await page.getByRole('button', { name: 'Buy' }).click();
    await expect(page.getByRole('main').getByRole('link', { name: 'Play' }).first()).toBeVisible();
    await page.goto('/profile/edit');
    await page.getByLabel('Name', { exact: true }).fill('No Script');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('Profile updated successfully!')).toBeVisible();
  });
});
