import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { captureStorageState, contextFor, register } from './fixtures/test-users.ts';
import { useGuildhall } from './fixtures/use-guildhall.ts';

const guildhall = useGuildhall({});
const size = { viewport: { width: 1280, height: 900 }, theme: 'dark' } as const;

const profile = (name: string) => `${guildhall.origin}/profile/${name}`;
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name });

/** Registers two players, each in a new browser context. */
async function createTwoPlayers(names: [string, string], javaScriptEnabled: boolean) {
  const pages = [];
  const heard: string[] = [];
  for (const name of names) {
    const storageState = await captureStorageState(guildhall.browser, (page) =>
      register(page, guildhall.origin, name),
    );
    const context = javaScriptEnabled
      ? await contextFor(guildhall.browser, storageState, size)
      : await guildhall.browser.newContext({ storageState, javaScriptEnabled, ...size });
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

  it('two players find each other, become friends, end the friendship and block', async () => {
    const { ada, bo, heard } = await createTwoPlayers([me, friend], javaScriptEnabled);

    await ada.goto(`${guildhall.origin}/community/social`);
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

    // With scripts it appears without a reload, because the server notifies the page.
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

    await bo.goto(`${guildhall.origin}/profile/blocked`);
    await button(bo, `Unblock ${me}`).click();
    await bo.getByText('You have blocked nobody.').waitFor();
    expect(heard).toEqual([]);
  });
});

it('the Community menu opens by keyboard and closes with Escape', async () => {
  const context = await contextFor(guildhall.browser, undefined, size);
  const page = await context.newPage();
  await page.goto(`${guildhall.origin}/about`);
  const menu = page.locator('summary', { hasText: 'Community' });
  const social = page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Social' });
  await menu.focus();
  await page.keyboard.press('Enter');
  await social.waitFor();
  // Before hydration the key has no effect.
  await expect
    .poll(async () => {
      await page.keyboard.press('Escape');
      return social.isVisible();
    })
    .toBe(false);
  await page.keyboard.press('Enter');
  // Home is the first entry.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${guildhall.origin}/community/social`);
  await social.waitFor({ state: 'hidden' });
});
