import type { Page } from '@playwright/test';
import { cardSets } from '#catalog/card-sets.ts';
import { giveCards } from './fixtures/give-cards.ts';
import { test, tiles } from './fixtures/inventory-test.ts';
import { findLayoutProblems } from './fixtures/layout-problems.ts';
import { sellCard } from './fixtures/player-actions.ts';
import { expect } from './fixtures/test.ts';

const parametersOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

test.describe('the inventory', () => {
  test('can be searched, filtered and sorted, with all choices in the URL, and has space for its search at any width', async ({
    openInventory,
  }) => {
    const page = await openInventory();
    const search = page.getByRole('searchbox');
    await search.fill((await search.getAttribute('placeholder')) ?? '');
    for (const width of [390, 700, 1000, 1440, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await expect(page.getByRole('complementary')).toHaveCount(width > 650 ? 1 : 0);
      const cut = await search.evaluate((input) => input.scrollWidth - input.clientWidth);
      expect({ width, cut }).toEqual({ width, cut: 0 });
      expect({ width, problems: await findLayoutProblems(page) }).toEqual({ width, problems: [] });
    }
    await search.fill('');

    await expect(tiles(page)).toHaveCount(20);
    await page.getByLabel('Cards', { exact: true }).selectOption('Duplicates only');
    await expect(page.getByText('12 of 27 different cards')).toBeVisible();
    await page.getByRole('searchbox').fill('golf');
    await page.getByRole('main').getByRole('button', { name: 'Search' }).click();
    await expect(page.getByText('3 of 27 different cards')).toBeVisible();
    await page.getByLabel('Sort by').selectOption('Rarity');
    await expect
      .poll(() => parametersOf(page))
      .toEqual({ q: 'golf', copies: 'duplicates', order: 'rarity' });
    await expect.poll(() => tiles(page).first().innerText()).toMatch(/^×3\s+One Stroke/);
    await page.reload();
    await expect(page.getByText('3 of 27 different cards')).toBeVisible();
    await page.goBack();
    await expect(page.getByLabel('Sort by')).toHaveValue('game');
    await page.getByLabel('Rarity').selectOption('Epic');
    await expect(page.getByText('No cards match.')).toBeVisible();
    await page.getByRole('link', { name: 'Show all cards' }).click();
    await expect(tiles(page)).toHaveCount(20);
    expect(new URL(page.url()).search).toBe('');
  });

  test('keeps showing the card whose price is being typed when new cards appear before it', async ({
    openInventory,
    owner,
    guildhall,
    registerPlayer,
  }) => {
    const page = await openInventory();
    const shown = page.getByRole('complementary');
    const name = (await shown.getByRole('heading', { level: 2 }).textContent()) ?? '';
    const price = page.getByLabel('Price', { exact: true });
    await price.fill('1.23');
    const seller = await registerPlayer('seller');
    const set = { gameId: 4062, setId: 'default' };
    await giveCards(guildhall.dataDir, [
      { username: owner.username, ...set, copies: 1 },
      { username: seller.username, ...set, copies: 1 },
    ]);
    // All cards of this set are for sale. The form of the shown card must not suggest their price.
    const cards = cardSets.find(({ id }) => id === set.setId)?.cards ?? [];
    for (const { id: kindId } of cards) {
      await sellCard(seller, { gameId: set.gameId, kindId }, 10_87);
    }
    // When the connection returns, the page loads its data again.
    await page.context().setOffline(true);
    await expect(page.getByText(/Trying again…$/)).toBeVisible();
    await page.context().setOffline(false);
    await expect(tiles(page).first()).toHaveAttribute('href', /item=4062/);
    await expect(price).toHaveValue('1.23');
    await expect(page).toHaveURL(/item=/);
    await expect(shown.getByRole('heading', { level: 2, name, exact: true })).toBeVisible();
    await expect(shown).not.toContainText('10.87');
  });

  test('has as many items per page as fit the screen or as the player chooses', async ({
    openInventory,
  }) => {
    const page = await openInventory('', { viewport: { width: 1919, height: 1080 } });
    const perPage = page.getByLabel('Per page');
    await expect(perPage).toHaveValue('20');
    await expect(tiles(page)).toHaveCount(20);
    expect(parametersOf(page)).toEqual({});
    await perPage.selectOption('50');
    await expect(tiles(page)).toHaveCount(27);
    expect(parametersOf(page)).toEqual({ perPage: '50' });
    // The default needs no parameter.
    await perPage.selectOption('20');
    await expect(tiles(page)).toHaveCount(20);
    expect(parametersOf(page)).toEqual({});

    // For visitors it is the same: inventory.test.ts.
    await page.setViewportSize({ width: 1920, height: 1080 });
    await page.reload();
    await expect(tiles(page)).toHaveCount(24);
    await expect(perPage).toHaveValue('24');
    expect(parametersOf(page)).toEqual({});
    await page.getByRole('link', { name: 'Next' }).click();
    await expect(tiles(page)).toHaveCount(3);
    expect(parametersOf(page)).toEqual({ page: '2' });
    await expect(perPage).toHaveValue('24');
  });

  test('shows a card in a modal up to 650 px, and beside the grid on wider screens', async ({
    openInventory,
  }) => {
    const page = await openInventory('', {
      user: undefined,
      viewport: { width: 650, height: 900 },
    });
    await tiles(page).first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.setViewportSize({ width: 651, height: 900 });
    await expect(page.getByRole('complementary')).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  test('can be navigated with the arrow keys and with Tab, also across games', async ({
    openInventory,
  }) => {
    const page = await openInventory('?perPage=100&order=name');
    const all = await tiles(page).all();
    const places = await Promise.all(all.map((tile) => tile.boundingBox()));
    const focused = () =>
      tiles(page).evaluateAll((links) =>
        links.indexOf(document.activeElement as HTMLAnchorElement),
      );
    const press = async (key: string) => {
      await page.keyboard.press(key);
      return focused();
    };
    await all[0]?.focus();
    expect(await press('ArrowRight')).toBe(1);
    const below = await press('ArrowDown');
    expect(places[below]?.x).toBe(places[1]?.x);
    expect(places[below]?.y).toBeGreaterThan(places[1]?.y ?? Number.POSITIVE_INFINITY);
    expect(await press('ArrowUp')).toBe(1);
    expect(await press('ArrowLeft')).toBe(0);
    expect(await press('End')).toBe(26);
    // Every tile can be reached with the right arrow key, in all rows.
    expect(await press('Home')).toBe(0);
    for (let index = 1; index < 27; index += 1) expect(await press('ArrowRight')).toBe(index);
    // The last row is short; the down arrow key reaches it from every column.
    for (let index = 20; index < 25; index += 1) {
      await all[index]?.focus();
      expect(await press('ArrowDown')).toBeGreaterThanOrEqual(25);
    }
    await all[3]?.focus();
    expect(await press('Tab')).toBe(4);

    // A link after the selected card moves the focus to its details.
    await page.keyboard.press('Enter');
    await expect(tiles(page).nth(4)).toHaveAttribute('aria-current', 'true');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('ASIDE');

    await page.getByLabel('Sort by').selectOption('game');
    await expect(page).not.toHaveURL(/order=/);
    const lists = page.getByRole('main').locator('ul', { has: page.locator('a[href*="item="]') });
    await expect(lists).toHaveCount(4);
    await tiles(page).first().focus();
    const seen = [0];
    // 6, 9, 3 and 9 cards of four games, five in a row: seven rows.
    for (let row = 1; row < 7; row += 1) seen.push(await press('ArrowDown'));
    expect(seen).toEqual([0, 5, 6, 11, 15, 18, 23]);
  });
});
