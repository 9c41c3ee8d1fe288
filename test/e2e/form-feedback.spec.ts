import type { Locator, Page } from '@playwright/test';
import { withNightly } from '#test/config/nightly.ts';
import { testData } from './fixtures/create-test-users.ts';
import { giveCards } from './fixtures/give-cards.ts';
import { waitForIdle } from './fixtures/hydration.ts';
import { addMoney, sellCard } from './fixtures/player-actions.ts';
import { test as base, expect } from './fixtures/test.ts';
import type { TestUser } from './fixtures/test-user.ts';

const gameId = testData.owned;

/** `test` with a player who has three copies of each card of a game. */
const test = base.extend<{ seller: TestUser }>({
  seller: async ({ guildhall, registerPlayer }, use) => {
    const seller = await registerPlayer('seller');
    const { username } = seller;
    await giveCards(guildhall.dataDir, [{ username, gameId, setId: 'default', copies: 3 }]);
    await use(seller);
  },
});

const viewport = { width: 1280, height: 700 };

/** Whether the element is in the visible part of the page. */
const isInView = (element: Locator) =>
  element.evaluate((node) => {
    const { top, bottom } = node.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });

test('a double click on Buy opens the confirmation and leaves it open', async ({
  openPage,
  registerPlayer,
  seller,
}) => {
  await sellCard(seller, { gameId, kindId: 'default-crown' }, 4_00);
  const user = await registerPlayer('buyer');
  await addMoney(user);
  const page = await openPage(`/community/market?q=${seller.username}`, { user, viewport });
  await page.getByRole('button', { name: 'Buy Crown for $4.00' }).dblclick();
  const dialog = page.getByRole('dialog', {
    name: 'Are you sure you want to buy this item for 4.00 coins?',
  });
  await expect(dialog).toBeVisible();
  // Both clicks have been handled.
  await waitForIdle(page);
  await expect(dialog).toBeVisible();
  await page.mouse.click(5, 5);
  await expect(dialog).toBeHidden();
});

test('the result of selling duplicates is in view below a long list', async ({
  openPage,
  seller,
}) => {
  const path = `/profile/${seller.username}/inventory/duplicates`;
  const page = await openPage(path, { user: seller, viewport });
  const price = page.getByLabel(/^Price of each/).last();
  await price.fill('5');
  await page.getByRole('button', { name: /^Sell/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: /^Sell/ }).click();
  const result = page.getByText(/(One card is|cards are) for sale\./);
  await expect(result).toBeVisible();
  await expect(result).toHaveCount(1);
  expect(await isInView(result)).toBe(true);
});

test('the error of a discussion that could not be saved is in view and has the focus, until the player moves it', async ({
  openPage,
  seller,
}) => {
  const path = '/community/discussion/create-discussion';
  const page = await openPage(path, { user: seller, viewport });
  const title = page.getByLabel('Title', { exact: true });
  await title.fill('A long story');
  await page.getByLabel('Content').fill('A line.\n'.repeat(60));
  await page.route('**/create-discussion.data*', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await page.getByRole('button', { name: 'Create Discussion' }).click();
  const error = page.getByRole('main').getByRole('alert');
  await expect(error).toBeVisible();
  await expect.poll(() => isInView(error)).toBe(true);
  expect(await error.evaluate((node) => document.activeElement?.contains(node))).toBe(true);

  // The focus stays where it is when the page is only updated.
  await title.focus();
  await page.context().setOffline(true);
  await expect(page.getByText(/Trying again…$/)).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText(/Trying again…$/)).toBeHidden();
  await waitForIdle(page);
  await expect(error).toBeVisible();
  await expect(title).toBeFocused();
});

test('the announcement of a rounded amount ends when the amount is changed', async ({
  openPage,
  seller,
}) => {
  const page = await openPage('/add-money', { user: seller, viewport });
  const amount = page.getByLabel('Amount', { exact: true });
  const announcement = page.getByRole('status').filter({ hasText: 'Rounded to' });
  await amount.fill('12.349');
  await amount.blur();
  await expect(announcement.filter({ hasText: 'Rounded to 12.35.' })).toBeVisible();
  await amount.fill('');
  await expect(announcement).toHaveCount(0);
});

test('Community is highlighted on its pages like the other entries of the navigation', async ({
  openPage,
  seller,
}) => {
  const colourOf = (page: Page, name: string) =>
    page
      .getByRole('navigation', { name: 'Main' })
      .locator('a, summary')
      .filter({ hasText: new RegExp(`^${name}$`) })
      .first()
      .evaluate((node) => getComputedStyle(node).color);
  const library = await openPage('/library', { user: seller, viewport });
  const highlighted = await colourOf(library, 'Library');
  expect(await colourOf(library, 'Community')).not.toBe(highlighted);
  const social = await openPage('/community/social', { user: seller, viewport });
  expect(await colourOf(social, 'Community')).toBe(highlighted);
  expect(await colourOf(social, 'Library')).not.toBe(highlighted);
});

for (const [path, button, text] of withNightly<[path: string, button: string, text: string]>(
  [
    ['/settings', 'Save settings', 'Settings saved.'],
    ['/profile/edit', 'Save changes', 'Profile updated successfully!'],
  ],
  [
    ['/settings/privacy', 'Save settings', 'Settings saved.'],
    ['/settings/notifications', 'Save settings', 'Settings saved.'],
  ],
)) {
  test(`each time ${path} is saved, a message appears`, async ({ openPage, registerPlayer }) => {
    const page = await openPage(path, { user: await registerPlayer('saver'), viewport });
    const message = page.getByRole('listitem').filter({ hasText: text });
    for (let time = 0; time < 2; time += 1) {
      await page.getByRole('button', { name: button }).click();
      await expect(message).toBeVisible();
      await message.getByRole('button', { name: 'Dismiss' }).click();
      await expect(message).toBeHidden();
    }
  });
}

test('a card that cannot be put on the wishlist has a message', async ({
  openPage,
  registerPlayer,
}) => {
  const user = await registerPlayer('wisher');
  const page = await openPage(`/community/market/cards/default-crown?game=${gameId}`, { user });
  const wish = page.getByRole('button', { name: /^Wish for it/ });
  await page.route('**/wishlist.data*', (route) => route.abort());
  await wish.click();
  await expect(
    page.getByText('Your wishlist could not be changed. Please try again.'),
  ).toBeVisible();
  await page.unroute('**/wishlist.data*');
  await wish.click();
  await expect(page.getByRole('button', { name: /^Take off the wishlist/ })).toBeVisible();
});

test('a text that is too long is not cut or sent: the field says how much to remove', async ({
  openPage,
  registerPlayer,
}) => {
  const user = await registerPlayer('emoji');
  const page = await openPage(`/profile/${user.username}`, { user, viewport });
  const field = page.getByLabel('Write a comment');
  await field.fill('😀'.repeat(751));
  await expect(page.getByText('751 / 750')).toBeVisible();
  await page.getByRole('button', { name: 'Post' }).click();
  await expect(field).toHaveJSProperty(
    'validationMessage',
    'At most 750 characters. Please remove 1.',
  );
  await expect(field).toHaveValue('😀'.repeat(751));
  await field.fill('😀'.repeat(750));
  await page.getByRole('button', { name: 'Post' }).click();
  await expect(page.getByRole('article').getByText('😀'.repeat(750))).toBeVisible();
});
