import type { Page } from '@playwright/test';
import { makeAdmin } from '#test/fixtures/make-admin.ts';
import {
  messageField as field,
  messageList as list,
  openChat,
  test,
} from './fixtures/chat-test.ts';
import { sendMessage } from './fixtures/player-actions.ts';
import { expect } from './fixtures/test.ts';
import { logIn } from './fixtures/test-user.ts';

const main = (page: Page) => page.getByRole('main');

test.describe('a chat', () => {
  test('shows in its header when the friend goes offline and online', async ({
    friends,
    ada,
    bob,
  }) => {
    await openChat(ada, friends.ada, friends.bob);
    await openChat(bob, friends.bob, friends.ada);
    const head = main(ada).locator('header');
    await expect(head.getByText('Online')).toBeVisible();
    await bob.getByRole('button', { name: 'Logout' }).click();
    await expect(head.getByText('Offline')).toBeVisible();
    await logIn(bob, friends.bob.username);
    await expect(head.getByText('Online')).toBeVisible();
  });

  test('sends a message once when the page is reloaded while the message is being sent', async ({
    friends,
    ada,
    bob,
  }) => {
    const text = 'Written just before the reload';
    let swallows = true;
    await ada.routeWebSocket(/socket\.io/, (socket) => {
      const server = socket.connectToServer();
      socket.onMessage((frame) => {
        if (!swallows || !String(frame).includes(text)) server.send(frame);
      });
    });
    await openChat(ada, friends.ada, friends.bob);
    await openChat(bob, friends.bob, friends.ada);
    await field(ada).fill(text);
    await field(ada).press('Enter');
    await expect(list(ada).getByText('Sending…')).toBeVisible();
    swallows = false;
    await ada.reload();
    await expect(list(bob).getByText(text)).toBeVisible();
    await expect(list(ada).getByText('Sending…')).toHaveCount(0);
    await ada.reload();
    await expect(list(ada).getByText(text)).toBeVisible();
    await expect(list(ada).getByText(text)).toHaveCount(1);
    await expect(list(bob).getByText(text)).toHaveCount(1);
  });

  test('sends a rejected message again on request', async ({ friends, ada, bob }) => {
    await openChat(ada, friends.ada, friends.bob);
    await openChat(bob, friends.bob, friends.ada);
    // The rate limit is ten messages in ten seconds.
    for (let number = 1; number <= 10; number += 1) {
      await sendMessage(friends.bob, friends.ada, `Said by form, ${number}.`);
    }
    await field(bob).fill('One too many.');
    await field(bob).press('Enter');
    const refused = list(bob).getByText('Not sent. Rate limit exceeded. Please try again later.');
    await expect(refused).toBeVisible();
    await expect(list(ada).getByText('One too many.')).toHaveCount(0);
    const retry = list(bob).getByRole('button', { name: 'Retry' });
    await expect
      .poll(
        async () => {
          if (await retry.isVisible()) await retry.click();
          return list(ada).getByText('One too many.').count();
        },
        { intervals: [500] },
      )
      .toBe(1);
    await expect(refused).toBeHidden();
    await expect(list(bob).getByText('Sending…')).toBeHidden();
    await expect(list(bob).getByText('One too many.')).toHaveCount(1);
  });

  test('is not covered by the greeting of the daily reward, which appears on the shop', async ({
    createContext,
    friends,
  }) => {
    const context = await createContext({ user: friends.ada, greeting: true });
    const page = await context.newPage();
    await openChat(page, friends.ada, friends.bob);
    await field(page).fill('not disturbed');
    await page.getByRole('link', { name: 'About' }).first().click();
    await page.waitForURL(/about/);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('link', { name: 'Shop' }).first().click();
    await expect(page.getByRole('dialog', { name: 'Your daily reward is here' })).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(1);
  });

  test('closes with a message when the friend is suspended, and opens again afterwards', async ({
    registerPlayer,
    guildhall,
    friends,
    ada,
  }) => {
    const moderator = await registerPlayer('keeper');
    await makeAdmin(guildhall.dataDir, moderator.username);
    const moderate = (form: Record<string, string>) =>
      moderator.send(`/profile/${friends.bob.username}/moderation`, form);
    await openChat(ada, friends.ada, friends.bob);
    await moderate({ intent: 'suspend', days: '1', reason: 'Rude to others.' });
    await expect(main(ada).getByText('This account is suspended.')).toBeVisible();
    await expect(field(ada)).toHaveCount(0);
    await moderate({ intent: 'restore', reason: 'Said sorry.' });
    await field(ada).fill('Welcome back.');
    await field(ada).press('Enter');
    await expect(list(ada).getByText('Welcome back.')).toBeVisible();
    await expect(list(ada).getByText('Sending…')).toBeHidden();
    await expect(list(ada).getByText('Not sent.')).toHaveCount(0);
  });
});
