import type { Locator, Page } from '@playwright/test';
import { cardSets } from '#catalog/card-sets.ts';
import { giveCards } from './fixtures/give-cards.ts';
import { findLayoutProblems } from './fixtures/layout-problems.ts';
import { sellCard } from './fixtures/player-actions.ts';
import { test as base, expect, type Visit } from './fixtures/test.ts';
import type { TestUser } from './fixtures/test-user.ts';

const desktop = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };

interface InventoryFixtures {
  /** A player with 27 different cards: two pages with 20 per page. */
  owner: TestUser;
  /** Opens the owner's inventory, by default as the owner. */
  openInventory: (query?: string, visit?: Visit) => Promise<Page>;
}

const test = base.extend<InventoryFixtures>({
  owner: async ({ guildhall, registerPlayer }, use) => {
    const owner = await registerPlayer('collector');
    const { username } = owner;
    // 9 + 9 + 6 + 3 kinds.
    await giveCards(guildhall.dataDir, [
      { username, gameId: 4200, setId: 'default', copies: 2 },
      { username, gameId: 10213, setId: 'dota', copies: 1 },
      { username, gameId: 4291, setId: 'csgo', copies: 1 },
      { username, gameId: 10436, setId: 'golf', copies: 3 },
    ]);
    await use(owner);
  },
  openInventory: async ({ openPage, owner }, use) =>
    use((query = '', visit = {}) =>
      openPage(`/profile/${owner.username}/inventory${query}`, {
        user: owner,
        viewport: desktop,
        ...visit,
      }),
    ),
});

const tiles = (page: Page) => page.getByRole('main').locator('ul a[href*="item="]');
const parametersOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

test.describe('the inventory', () => {
  test('can be searched, filtered and sorted, with all choices in the URL', async ({
    openInventory,
  }) => {
    const page = await openInventory();
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

  test('has as many items per page as the player chooses', async ({ openInventory }) => {
    const page = await openInventory();
    const perPage = page.getByLabel('Per page');
    await expect(perPage).toHaveValue('20');
    await perPage.selectOption('50');
    await expect(tiles(page)).toHaveCount(27);
    expect(parametersOf(page)).toEqual({ perPage: '50' });
    await perPage.selectOption('10');
    await expect(tiles(page)).toHaveCount(10);
    // The default needs no parameter.
    await perPage.selectOption('20');
    await expect(tiles(page)).toHaveCount(20);
    expect(parametersOf(page)).toEqual({});
  });

  test('has 24 items per page on a wide screen without a parameter in the URL', async ({
    owner,
    openInventory,
  }) => {
    for (const user of [owner, undefined]) {
      const page = await openInventory('', { user, viewport: { width: 1920, height: 1080 } });
      await expect(tiles(page)).toHaveCount(24);
      await expect(page.getByLabel('Per page')).toHaveValue('24');
      expect(parametersOf(page)).toEqual({});
      await page.getByRole('link', { name: 'Next' }).click();
      await expect(tiles(page)).toHaveCount(3);
      expect(parametersOf(page)).toEqual({ page: '2' });
      await expect(page.getByLabel('Per page')).toHaveValue('24');
    }
  });

  test('has 20 items per page up to 1919 px', async ({ openInventory }) => {
    const page = await openInventory('', { viewport: { width: 1919, height: 1080 } });
    await expect(tiles(page)).toHaveCount(20);
    await expect(page.getByLabel('Per page')).toHaveValue('20');
    expect(parametersOf(page)).toEqual({});
  });

  test('shows a card in a modal up to 650 px, and beside the grid on wider screens', async ({
    openInventory,
  }) => {
    const small = await openInventory('', {
      user: undefined,
      viewport: { width: 650, height: 900 },
    });
    await tiles(small).first().click();
    await expect(small.getByRole('dialog')).toBeVisible();
    await small.keyboard.press('Escape');
    await expect(small.getByRole('dialog')).toBeHidden();
    const wide = await openInventory('', {
      user: undefined,
      viewport: { width: 651, height: 900 },
    });
    await expect(wide.getByRole('complementary')).toBeVisible();
    await expect(wide.getByRole('dialog')).toHaveCount(0);
  });

  test('can be navigated with the arrow keys and with Tab', async ({ openInventory }) => {
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
  });

  test('has a link after the selected card that moves the focus to its details', async ({
    openInventory,
  }) => {
    const page = await openInventory();
    await tiles(page).nth(4).focus();
    await page.keyboard.press('Enter');
    await expect(tiles(page).nth(4)).toHaveAttribute('aria-current', 'true');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('ASIDE');
  });

  test('can be navigated with the arrow keys across games', async ({ openInventory }) => {
    const page = await openInventory('?perPage=100');
    const focused = () =>
      tiles(page).evaluateAll((links) =>
        links.indexOf(document.activeElement as HTMLAnchorElement),
      );
    await tiles(page).first().focus();
    const seen = [0];
    // 6, 9, 3 and 9 cards of four games, five in a row: seven rows.
    for (let row = 1; row < 7; row += 1) {
      await page.keyboard.press('ArrowDown');
      seen.push(await focused());
    }
    expect(seen).toEqual([0, 5, 6, 11, 15, 18, 23]);
  });

  test('does not cut off the placeholder of the search at any width', async ({ openInventory }) => {
    const page = await openInventory();
    const search = page.getByRole('searchbox');
    await search.fill((await search.getAttribute('placeholder')) ?? '');
    for (const width of [390, 700, 1000, 1280, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await expect(page.getByRole('complementary')).toHaveCount(width > 650 ? 1 : 0);
      const cut = await search.evaluate((input) => input.scrollWidth - input.clientWidth);
      expect({ width, cut }).toEqual({ width, cut: 0 });
      expect({ width, problems: await findLayoutProblems(page) }).toEqual({ width, problems: [] });
    }
  });

  test('has no sideways scroll on small phones', async ({ openInventory }) => {
    const page = await openInventory('?q=golf&order=name', {
      viewport: { width: 320, height: 700 },
    });
    await expect(tiles(page)).toHaveCount(3);
    expect(await findLayoutProblems(page)).toEqual([]);
  });
});

/** Checks that the element is completely on the screen and not covered at its centre. */
async function expectInView(page: Page, locator: Locator) {
  const { width, height } = page.viewportSize() ?? desktop;
  // Polled, because elements move to their place first.
  await expect
    .poll(async () => {
      const box = await locator.boundingBox();
      if (!box) return 'not there';
      const { x, y } = box;
      if (x < 0 || y < 0 || x + box.width > width || y + box.height > height) return 'out of view';
      const middle = { x: x + box.width / 2, y: y + box.height / 2 };
      const isOnTop = await locator.evaluate(
        (element, point) => element.contains(document.elementFromPoint(point.x, point.y)),
        middle,
      );
      return isOnTop ? 'in view' : 'covered';
    })
    .toBe('in view');
}

for (const { device, viewport } of [
  { device: 'desktop', viewport: desktop },
  { device: 'phone', viewport: phone },
]) {
  for (const row of ['first', 'last']) {
    test(`on a ${device}, the button Sell, its error and its result are visible for a card of the ${row} row`, async ({
      openInventory,
    }) => {
      const page = await openInventory('?order=count&perPage=100', { viewport });
      const chosen = row === 'first' ? tiles(page).first() : tiles(page).last();
      await chosen.scrollIntoViewIfNeeded();
      if (row === 'last') await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      await chosen.click();
      await expect(chosen).toHaveAttribute('aria-current', 'true');
      const small = viewport.width <= 650;
      const detail = small ? page.getByRole('dialog') : page.getByRole('complementary');
      const sell = detail.getByRole('button', { name: 'Sell', exact: true });
      await expectInView(page, sell);

      await sell.click();
      const price = detail.getByLabel('Price', { exact: true });
      const problem = detail.getByText('Please enter a price.');
      await expectInView(page, problem);
      const ids = (await price.getAttribute('aria-describedby'))?.split(' ') ?? [];
      expect(ids).toContain(await problem.getAttribute('id'));
      await expectInView(page, sell);

      await price.fill('2.50');
      await sell.click();
      const toast = page
        .getByRole('listitem')
        .filter({ hasText: /is for sale for \$2\.50\.\s*Your listings/ });
      await expectInView(page, toast);
      // The message does not cover the button Sell, which the next sale needs.
      if (!small) await expectInView(page, sell);
    });
  }
}

test('the result of a sale does not change the form of the card that is selected next', async ({
  openInventory,
}) => {
  const page = await openInventory();
  const price = page.getByLabel('Price', { exact: true });
  const sell = page.getByRole('button', { name: 'Sell', exact: true });
  await price.fill('2');
  await sell.click();
  await expect(
    page.getByRole('listitem').filter({ hasText: 'is for sale for $2.00' }),
  ).toBeVisible();
  await tiles(page).nth(3).click();
  await expect(tiles(page).nth(3)).toHaveAttribute('aria-current', 'true');
  // The request never gets a response.
  await page.route(/inventory\.data/, (route) =>
    route.request().method() === 'POST' ? undefined : route.continue(),
  );
  await price.fill('3.21');
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await sell.click();
  await sent;
  await expect(page.locator('button[aria-busy=true]')).toHaveText(/^Sell/);
  await expect(price).toHaveValue('3.21');
});

test.describe('a sale whose request fails', () => {
  test('shows the reason at the field', async ({ openInventory }) => {
    const page = await openInventory();
    await page.route(/inventory\.data/, (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    );
    const price = page.getByLabel('Price', { exact: true });
    await price.fill('3');
    await page.getByRole('button', { name: 'Sell', exact: true }).click();
    const why = page.getByRole('alert').filter({ hasText: 'could not be put up for sale' });
    await expectInView(page, why);
    expect(await price.getAttribute('aria-describedby')).toContain(await why.getAttribute('id'));
    await expect(price).toBeFocused();
  });
});
