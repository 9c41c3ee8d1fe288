import type { Page } from '@playwright/test';
import { messageList as list } from './fixtures/chat-test.ts';
import { befriend, sendMessage } from './fixtures/player-actions.ts';
import { expect, test } from './fixtures/test.ts';

const main = (page: Page) => page.getByRole('main');

interface Names {
  /** The player who reads. */
  ada: string;
  bob: string;
}

/** Waits until a new tab shows this number of unread messages on every screen. */
async function expectUnread(page: Page, names: Names, count: number): Promise<void> {
  const suffix = count > 0 ? `, ${count} unread` : '';
  const exactly = { exact: true };
  const inBar = { name: `Messages${suffix}`, ...exactly };
  await page.goto(`/profile/${names.ada}/friends`);
  await expect(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', inBar),
  ).toBeVisible();
  await expect(
    main(page).getByRole('link', { name: `Chat with ${names.bob}${suffix}`, ...exactly }),
  ).toBeVisible();
  await page.goto('/messages');
  await expect(main(page).getByText(`${names.bob}: This is number 9.`)).toBeVisible();
  await expect(main(page).getByText(`${count} unread`)).toHaveCount(count > 0 ? 1 : 0);
}

test('skipped messages stay unread on every screen until Show More shows them', async ({
  registerPlayer,
  createContext,
}) => {
  const [ada, bob] = [await registerPlayer('ada'), await registerPlayer('bob')];
  const names = { ada: ada.username, bob: bob.username };
  await befriend(ada, bob);
  for (let number = 1; number <= 9; number += 1) {
    await sendMessage(bob, ada, `This is number ${number}.`);
  }
  const context = await createContext({ user: ada });
  const [page, other] = [await context.newPage(), await context.newPage()];
  await expectUnread(other, names, 9);

  await page.goto(`/profile/${names.bob}`);
  await main(page).getByRole('link', { name: 'Message', exact: true }).click();
  await page.waitForURL(`/chat/${names.ada}/${names.bob}`);
  await expect(list(page).getByText('4 unread above')).toBeVisible();
  await expect(list(page).getByRole('listitem')).toHaveCount(5);
  const inBar = page.getByRole('navigation', { name: 'Main' });
  await expect(inBar.getByRole('link', { name: 'Messages, 4 unread' })).toBeVisible();
  await expectUnread(other, names, 4);

  await list(page).getByRole('link', { name: 'Show More', exact: true }).click();
  await expect(list(page).getByRole('listitem')).toHaveCount(9);
  await expect(list(page).getByText('unread above')).toHaveCount(0);
  await page.bringToFront();
  await list(page).evaluate((element) => {
    element.scrollTop = -element.scrollHeight;
  });
  await expect(inBar.getByRole('link', { name: 'Messages', exact: true })).toBeVisible();
  await expectUnread(other, names, 0);
});
