import type { Page } from '@playwright/test';
import { collectConsoleErrors } from './fixtures/console-errors.ts';
import { expect, test } from './fixtures/test.ts';
import type { TestUser } from './fixtures/test-user.ts';

const profile = (name: string) => `/profile/${name}`;
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name });

for (const { way, javaScriptEnabled } of [
  { way: 'with script', javaScriptEnabled: true },
  { way: 'without script', javaScriptEnabled: false },
]) {
  test(`two players find each other, become friends, end the friendship and block, ${way}`, async ({
    registerPlayer,
    createContext,
  }) => {
    const users = [await registerPlayer('ada'), await registerPlayer('bo')] as const;
    const [me, friend] = users.map(({ username }) => username) as [string, string];
    const consoleErrors: string[] = [];
    const open = async (user: TestUser) => {
      const page = await (await createContext({ user, javaScriptEnabled })).newPage();
      collectConsoleErrors(page, consoleErrors);
      return page;
    };
    const [ada, bo] = [await open(users[0]), await open(users[1])];

    await ada.goto('/community/social');
    await ada.getByRole('searchbox', { name: 'Search users' }).fill(friend.toUpperCase());
    await ada.getByRole('main').getByRole('button', { name: 'Search' }).click();
    await button(ada, `Add Friend: ${friend}`).click();
    const pending = button(ada, 'Friend Request Pending');
    await expect(pending).toBeVisible();
    await expect(pending).toBeDisabled();
    expect(new URL(ada.url()).search).toContain('q=');

    await bo.goto(profile(me));
    await button(bo, `Accept the friend request of ${me}`).click();
    await expect(button(bo, 'Already Friends')).toBeVisible();

    await ada.goto(`${profile(me)}/friends`);
    const row = ada.getByRole('listitem').filter({ hasText: friend });
    await expect(row.getByRole('link', { name: `Chat with ${friend}` })).toHaveCount(1);
    const card = row.getByText('Number of friends: 1');
    await expect(card).toBeHidden();
    await row.getByRole('link', { name: friend, exact: true }).focus();
    await expect(card).toBeVisible();
    await row.getByRole('button', { name: `Remove ${friend}` }).click();
    await expect(
      ada.getByRole('heading', { name: `Do you really want to remove ${friend} as your friend?` }),
    ).toBeVisible();
    await ada.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(ada.getByText('No friends found.')).toBeVisible();
    await expect(ada).toHaveURL(`${profile(me)}/friends`);

    // With scripts it appears without a reload, because the server notifies the page.
    if (!javaScriptEnabled) await bo.reload();
    await expect(button(bo, `Add Friend: ${me}`)).toBeVisible();
    await bo.getByRole('button', { name: `More about ${me}` }).click();
    await bo.getByRole('link', { name: 'Block' }).click();
    await expect(bo.getByRole('heading', { name: `Do you want to block ${me}?` })).toBeVisible();
    await bo.getByRole('button', { name: 'Block', exact: true }).click();
    await bo.waitForURL(profile(me));
    await expect(bo.getByRole('heading', { level: 1, name: me })).toBeVisible();
    await expect(button(bo, `Add Friend: ${me}`)).toHaveCount(0);

    await ada.goto(profile(friend));
    await expect(ada.getByRole('heading', { level: 1, name: friend })).toBeVisible();
    await expect(button(ada, /^Add Friend/)).toHaveCount(0);

    await bo.goto('/profile/blocked');
    await button(bo, `Unblock ${me}`).click();
    await expect(bo.getByText('You have blocked nobody.')).toBeVisible();
    expect(consoleErrors).toEqual([]);
  });
}

test('the Community menu opens by keyboard and closes with Escape', async ({ openPage }) => {
  const page = await openPage('/about');
  const menu = page.locator('summary', { hasText: 'Community' });
  const social = page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Social' });
  await menu.focus();
  await page.keyboard.press('Enter');
  await expect(social).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(social).toBeHidden();
  await page.keyboard.press('Enter');
  // Home is the first entry.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL('/community/social');
  await expect(social).toBeHidden();
});
