import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { giveCards } from './fixtures/give-cards.ts';
import { waitForHydration } from './fixtures/hydration.ts';
import { findLayoutProblems } from './fixtures/layout-problems.ts';
import { captureStorageState, contextFor, register, type Viewport } from './fixtures/test-users.ts';
import { useGuildhall } from './fixtures/use-guildhall.ts';

const guildhall = useGuildhall({});
const username = 'card-collector';
const path = `/profile/${username}/inventory`;
const desktop = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };
type State = Awaited<ReturnType<typeof captureStorageState>>;
let owner: State;

beforeAll(async () => {
  owner = await captureStorageState(guildhall.browser, (page) =>
    register(page, guildhall.origin, username),
  );
  // 9 + 9 + 6 + 3 kinds: two pages of 20.
  await giveCards(guildhall.dataDir, [
    { username, gameId: 4200, setId: 'default', copies: 2 },
    { username, gameId: 10213, setId: 'dota', copies: 1 },
    { username, gameId: 4291, setId: 'csgo', copies: 1 },
    { username, gameId: 10436, setId: 'golf', copies: 3 },
  ]);
});

/** Opens the inventory, waits until it is hydrated, and closes it after `use`. */
async function at(
  viewport: Viewport,
  state: State | undefined,
  query: string,
  use: (page: Page) => Promise<void>,
) {
  const context = await contextFor(guildhall.browser, state, { viewport, theme: 'dark' });
  try {
    const page = await context.newPage();
    await page.goto(guildhall.origin + path + query);
    await waitForHydration(page);
    await use(page);
  } finally {
    await context.close();
  }
}

const tiles = (page: Page) => page.getByRole('main').locator('ul a[href*="item="]');
const parametersOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

describe('the inventory', () => {
  it('can be searched, filtered and sorted, with all choices in the address', async () => {
    await at(desktop, owner, '', async (page) => {
      await expect.poll(() => tiles(page).count()).toBe(20);
      await page.getByLabel('Cards', { exact: true }).selectOption('Duplicates only');
      await page.getByText('12 of 27 different cards').waitFor();
      await page.getByRole('searchbox').fill('golf');
      await page.getByRole('main').getByRole('button', { name: 'Search' }).click();
      await page.getByText('3 of 27 different cards').waitFor();
      await page.getByLabel('Sort by').selectOption('Rarity');
      await expect
        .poll(() => parametersOf(page))
        .toEqual({ q: 'golf', copies: 'duplicates', order: 'rarity' });
      await expect.poll(() => tiles(page).first().innerText()).toMatch(/^×3\s+One Stroke/);
      await page.reload();
      await page.getByText('3 of 27 different cards').waitFor();
      await page.goBack();
      await expect.poll(() => page.getByLabel('Sort by').inputValue()).toBe('game');
      await page.getByLabel('Rarity').selectOption('Epic');
      await page.getByText('No cards match.').waitFor();
      await page.getByRole('link', { name: 'Show all cards' }).click();
      await expect.poll(() => tiles(page).count()).toBe(20);
      expect(new URL(page.url()).search).toBe('');
    });
  });

  it('has as many items per page as the player chooses', async () => {
    await at(desktop, owner, '', async (page) => {
      const perPage = page.getByLabel('Per page');
      expect(await perPage.inputValue()).toBe('20');
      await perPage.selectOption('50');
      await expect.poll(() => tiles(page).count()).toBe(27);
      expect(parametersOf(page)).toEqual({ perPage: '50' });
      await perPage.selectOption('10');
      await expect.poll(() => tiles(page).count()).toBe(10);
      // The default needs no parameter.
      await perPage.selectOption('20');
      await expect.poll(() => tiles(page).count()).toBe(20);
      expect(parametersOf(page)).toEqual({});
    });
  });

  it('has 24 items per page on a wide screen without a parameter in the address', async () => {
    for (const who of [owner, undefined]) {
      await at({ width: 1920, height: 1080 }, who, '', async (page) => {
        await expect.poll(() => tiles(page).count()).toBe(24);
        expect(parametersOf(page)).toEqual({});
        await page.getByRole('link', { name: 'Next' }).click();
        await expect.poll(() => tiles(page).count()).toBe(3);
        expect(parametersOf(page)).toEqual({ page: '2' });
        expect(await page.getByLabel('Per page').inputValue()).toBe('24');
      });
    }
  });

  it('can be navigated with the arrow keys and with Tab', async () => {
    await at(desktop, owner, '?perPage=100&order=name', async (page) => {
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
      // Every tile can be reached with the right arrow key, across rows and games.
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
  });

  it('moves the focus from a selected card to its details with one key', async () => {
    await at(desktop, owner, '', async (page) => {
      await tiles(page).nth(4).focus();
      await page.keyboard.press('Enter');
      await expect.poll(() => tiles(page).nth(4).getAttribute('aria-current')).toBe('true');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('ASIDE');
    });
  });

  it('can be navigated with the arrow keys across games', async () => {
    await at(desktop, owner, '?perPage=100', async (page) => {
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
  });

  it.each([390, 700, 1000, 1280, 1440])('shows the search completely at %i px', async (width) => {
    await at({ width, height: 800 }, owner, '', async (page) => {
      const search = page.getByRole('searchbox');
      await search.fill((await search.getAttribute('placeholder')) ?? '');
      const cut = await search.evaluate((input) => input.scrollWidth - input.clientWidth);
      expect(cut).toBe(0);
      expect(await findLayoutProblems(page)).toEqual([]);
    });
  });

  it('has no sideways scroll on small phones', async () => {
    await at({ width: 320, height: 700 }, owner, '?q=golf&order=name', async (page) => {
      await expect.poll(() => tiles(page).count()).toBe(3);
      expect(await findLayoutProblems(page)).toEqual([]);
    });
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

describe.each([
  { device: 'desktop', viewport: desktop },
  { device: 'phone', viewport: phone },
])('Sell on a $device', ({ viewport }) => {
  it.each(['first', 'last'] as const)(
    'is visible with its errors and its result for a card of the %s row',
    async (row) => {
      await at(viewport, owner, '?order=count&perPage=100', async (page) => {
        const chosen = row === 'first' ? tiles(page).first() : tiles(page).last();
        await chosen.scrollIntoViewIfNeeded();
        if (row === 'last') await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
        await chosen.click();
        await expect.poll(() => chosen.getAttribute('aria-current')).toBe('true');
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
        // The message of the last sale does not cover the next one.
        if (!small) await expectInView(page, sell);
      });
    },
  );
});

describe('a rejected sale', () => {
  it('shows the reason at the field', async () => {
    await at(desktop, owner, '', async (page) => {
      await page.route(/inventory\.data/, (route) =>
        route.request().method() === 'POST' ? route.abort() : route.continue(),
      );
      const price = page.getByLabel('Price', { exact: true });
      await price.fill('3');
      await page.getByRole('button', { name: 'Sell', exact: true }).click();
      const why = page.getByRole('alert').filter({ hasText: 'could not be put up for sale' });
      await expectInView(page, why);
      expect(await price.getAttribute('aria-describedby')).toContain(await why.getAttribute('id'));
      await expect
        .poll(() => price.evaluate((input) => input === document.activeElement))
        .toBe(true);
    });
  });
});
