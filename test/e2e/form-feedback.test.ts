import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { testData } from './fixtures/create-test-users.ts';
import { giveCards } from './fixtures/give-cards.ts';
import { waitForHydration } from './fixtures/hydration.ts';
import { captureStorageState, contextFor, register } from './fixtures/test-users.ts';
import { useGuildhall } from './fixtures/use-guildhall.ts';

const guildhall = useGuildhall({});
type State = Awaited<ReturnType<typeof captureStorageState>>;
const seller = 'patient-seller';
const players: Record<string, State> = {};

beforeAll(async () => {
  const { browser, origin, dataDir } = guildhall;
  for (const name of [seller, 'quick-buyer']) {
    players[name] = await captureStorageState(browser, async (page) => {
      await register(page, origin, name);
    });
  }
  await giveCards(dataDir, [
    { username: seller, gameId: testData.owned, setId: 'default', copies: 3 },
  ]);
});

/** Opens a page as a player, waits until it is hydrated, and closes it after `use`. */
async function visit(name: string, path: string, use: (page: Page) => Promise<void>) {
  const viewport = { width: 1280, height: 700 };
  const context = await contextFor(guildhall.browser, players[name], { viewport, theme: 'dark' });
  try {
    const page = await context.newPage();
    await page.goto(guildhall.origin + path);
    await waitForHydration(page);
    await use(page);
  } finally {
    await context.close();
  }
}

/** Whether the element is in the visible part of the page. */
const isInView = (element: ReturnType<Page['getByText']>) =>
  element.evaluate((node) => {
    const { top, bottom } = node.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });

test('the price field is empty after a sale', async () => {
  await visit(seller, `/profile/${seller}/inventory`, async (page) => {
    const price = page.getByLabel('Price', { exact: true });
    await price.fill('3');
    await page.getByRole('button', { name: 'Sell', exact: true }).click();
    await page.getByText('is for sale for $3.00.').waitFor();
    await expect.poll(() => price.inputValue()).toBe('');
  });
});

test('a double click on Buy opens the confirmation and leaves it open', async () => {
  await visit(seller, `/profile/${seller}/inventory`, async (page) => {
    await page.getByLabel('Price', { exact: true }).fill('4');
    await page.getByRole('button', { name: 'Sell', exact: true }).click();
    await page.getByText('is for sale for $4.00.').waitFor();
  });
  await visit('quick-buyer', '/community/market', async (page) => {
    await page
      .getByRole('button', { name: /^Buy .* for \$4\.00$/ })
      .first()
      .dblclick();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    expect(await dialog.isVisible()).toBe(true);
    await page.mouse.click(5, 5);
    await dialog.waitFor({ state: 'hidden' });
  });
});

test('the result of selling duplicates is in view below a long list', async () => {
  await visit(seller, `/profile/${seller}/inventory/duplicates`, async (page) => {
    const price = page.getByLabel(/^Price of each/).last();
    await price.fill('5');
    await page.getByRole('button', { name: /^Sell/ }).click();
    const result = page.getByText(/(One card is|cards are) for sale\./);
    await result.waitFor();
    expect(await result.count()).toBe(1);
    expect(await isInView(result)).toBe(true);
  });
});

test('the error of a discussion that could not be saved is in view and has the focus', async () => {
  await visit(seller, '/community/discussion/create-discussion', async (page) => {
    await page.getByLabel('Title').fill('A long story');
    await page.getByLabel('Content').fill('A line.\n'.repeat(60));
    await page.route('**/create-discussion.data*', (route) => route.abort());
    await page.getByRole('button', { name: 'Create Discussion' }).click();
    const error = page.getByRole('main').getByRole('alert');
    await error.waitFor();
    await expect.poll(() => isInView(error)).toBe(true);
    expect(await error.evaluate((node) => document.activeElement?.contains(node))).toBe(true);
  });
});

test('the announcement of a rounded amount ends when the amount is changed', async () => {
  await visit(seller, '/add-money', async (page) => {
    const amount = page.getByLabel('Amount', { exact: true });
    const announcement = page.getByRole('status').filter({ hasText: 'Rounded to' });
    await amount.fill('12.349');
    await amount.blur();
    await announcement.filter({ hasText: 'Rounded to 12.35.' }).waitFor();
    await amount.fill('');
    await expect.poll(() => announcement.count()).toBe(0);
  });
});

test('Community is highlighted on its pages like the other entries of the navigation', async () => {
  const colourOf = (page: Page, name: string) =>
    page
      .getByRole('navigation', { name: 'Main' })
      .locator('a, summary')
      .filter({ hasText: new RegExp(`^${name}$`) })
      .first()
      .evaluate((node) => getComputedStyle(node).color);
  let lit = '';
  await visit(seller, '/library', async (page) => {
    lit = await colourOf(page, 'Library');
    expect(await colourOf(page, 'Community')).not.toBe(lit);
  });
  await visit(seller, '/community/social', async (page) => {
    expect(await colourOf(page, 'Community')).toBe(lit);
    expect(await colourOf(page, 'Library')).not.toBe(lit);
  });
});
