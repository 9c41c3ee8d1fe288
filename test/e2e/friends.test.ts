import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { becoming, contextFor, register } from './fixtures/test-users.ts';
import { useHouse } from './fixtures/use-guildhall.ts';

const house = useHouse({});
const size = { viewport: { width: 1280, height: 900 }, theme: 'dark' } as const;

const profile = (name: string) => `${house.origin}/profile/${name}`;
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name });

/** Two newcomers, each with a page of an own browser. */
async function twoPeople(names: [string, string], javaScriptEnabled: boolean) {
  const pages = [];
  const heard: string[] = [];
  for (const name of names) {
    const storageState = await becoming(house.browser, (page) =>
      register(page, house.origin, name),
    );
    const context = javaScriptEnabled
      ? await contextFor(house.browser, storageState, size)
      : await house.browser.newContext({ storageState, javaScriptEnabled, ...size });
    const page = await context.newPage();
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) heard.push(message.text());
    });
    pages.push(page);
  }
  const [ada, bo] = pages;
  if (!ada || !bo) throw new Error('There are two.');
  return { ada, bo, heard };
}

describe.each([
  { way: 'with script', javaScriptEnabled: true, names: ['ada-awake', 'bo-awake'] },
  { way: 'without script', javaScriptEnabled: false, names: ['ada-plain', 'bo-plain'] },
] as const)('$way', ({ javaScriptEnabled, names }) => {
  const [me, friend] = names;

  it('two people find each other, are friends, part, and keep away', async () => {
    const { ada, bo, heard } = await twoPeople([me, friend], javaScriptEnabled);

    await ada.goto(`${house.origin}/community/social`);
    await ada.getByRole('searchbox', { name: 'Search users' }).fill(friend.toUpperCase());
    await ada.getByRole('main').getByRole('button', { name: 'Search' }).click();
    await button(ada, `Add Friend: ${friend}`).click();
    const pending = button(ada, 'Friend Request Pending');
    await pending.waitFor();
    await expect.poll(() => pending.isDisabled()).toBe(true);
    expect(new URL(ada.url()).search).toContain('q=');

    await bo.goto(profile(me));
    await button(bo, `Accept the friend request of ${me}`).click();
    await button(bo, 'Already Friends').waitFor();

    await ada.goto(`${profile(me)}/friends`);
    const row = ada.getByRole('listitem').filter({ hasText: friend });
    expect(await row.getByRole('link', { name: `Chat with ${friend}` }).count()).toBe(1);
    const card = row.getByText('Number of friends: 1');
    expect(await card.isVisible()).toBe(false);
    await row.getByRole('link', { name: friend, exact: true }).focus();
    await card.waitFor();
    await row.getByRole('button', { name: `Remove ${friend}` }).click();
    await ada
      .getByRole('heading', { name: `Do you really want to remove ${friend} as your friend?` })
      .waitFor();
    await ada.getByRole('button', { name: 'Remove', exact: true }).click();
    await ada.getByText('No friends found.').waitFor();
    expect(ada.url()).toBe(`${profile(me)}/friends`);

    // Without a reload, as the server says so; without script by one.
    if (!javaScriptEnabled) await bo.reload();
    await button(bo, `Add Friend: ${me}`).waitFor();
    await bo.getByRole('button', { name: `More about ${me}` }).click();
    await bo.getByRole('link', { name: 'Block' }).click();
    await bo.getByRole('heading', { name: `Do you want to block ${me}?` }).waitFor();
    await bo.getByRole('button', { name: 'Block', exact: true }).click();
    await bo.waitForURL(profile(me));
    await expect.poll(() => button(bo, `Add Friend: ${me}`).count()).toBe(0);

    await ada.goto(profile(friend));
    expect(await button(ada, /^Add Friend/).count()).toBe(0);

    await bo.goto(`${house.origin}/profile/blocked`);
    await button(bo, `Unblock ${me}`).click();
    await bo.getByText('You have blocked nobody.').waitFor();
    expect(heard).toEqual([]);
  });
});

it('the menu of the community opens by keyboard, and closes by Escape', async () => {
  const context = await contextFor(house.browser, undefined, size);
  const page = await context.newPage();
  await page.goto(`${house.origin}/about`);
  const menu = page.locator('summary', { hasText: 'Community' });
  const social = page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Social' });
  await menu.focus();
  await page.keyboard.press('Enter');
  await social.waitFor();
  // Until the page is awake nothing hears it.
  await expect
    .poll(async () => {
      await page.keyboard.press('Escape');
      return social.isVisible();
    })
    .toBe(false);
  await page.keyboard.press('Enter');
  // Home comes first.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${house.origin}/community/social`);
  await social.waitFor({ state: 'hidden' });
});
