import type { Locator, Page } from '@playwright/test';
import { phone } from './fixtures/browser-context.ts';
import {
  messageField as field,
  messageList as list,
  openChat,
  sendMessages,
  test,
  typingNote,
} from './fixtures/chat-test.ts';
import { findViolations } from './fixtures/find-violations.ts';
import { finishAnimations } from './fixtures/finish-animations.ts';
import { openLivePage, waitForHydration } from './fixtures/hydration.ts';
import { befriend } from './fixtures/player-actions.ts';
import { expect } from './fixtures/test.ts';

const main = (page: Page) => page.getByRole('main');
const bubble = (page: Page, text: string) => list(page).getByText(text).first();

/** Types a message and sends it with Enter. */
async function writeMessage(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press('Enter');
}

/** The events of Enter that confirms a word of an input method, in the order of Safari. */
function confirmInputMethod(input: Locator): Promise<void> {
  return input.evaluate((element) => {
    const options = { bubbles: true, cancelable: true };
    element.dispatchEvent(new CompositionEvent('compositionend', options));
    element.dispatchEvent(new KeyboardEvent('keydown', { ...options, key: 'Enter', keyCode: 229 }));
  });
}

test.describe('two players', () => {
  test('become friends and see each other online', async ({ openPage, registerPlayer }) => {
    const users = { ada: await registerPlayer('ada'), bob: await registerPlayer('bob') };
    const names = { ada: users.ada.username, bob: users.bob.username };
    const ada = await openPage(`/profile/${names.bob}`, { user: users.ada });
    await main(ada).getByRole('button', { name: 'Add Friend' }).click();
    await expect(main(ada).getByRole('button', { name: 'Friend Request Pending' })).toBeVisible();
    const bob = await openPage('/profile/notification', { user: users.bob });
    await expect(main(bob).getByText(`${names.ada} wants to be your friend!`)).toBeVisible();
    await main(bob).getByRole('button', { name: 'Accept' }).click();
    await expect(main(bob).getByText('No friend requests at this time.')).toBeVisible();
    await bob.goto(`/profile/${names.bob}/friends`);
    await expect(main(bob).getByText(names.ada).first()).toBeVisible();
    await expect(main(bob).getByText('Online').first()).toBeVisible();
    await main(bob)
      .getByRole('link', { name: `Chat with ${names.ada}` })
      .click();
    await expect(bob.getByRole('heading', { name: `Chat with ${names.ada}` })).toBeVisible();
  });

  test('exchange messages, see each other typing, and can write several lines', async ({
    friends,
    ada,
    bob,
  }) => {
    await openChat(ada, friends.ada, friends.bob);
    await openChat(bob, friends.bob, friends.ada);
    await field(ada).pressSequentially('Hel');
    await expect(typingNote(bob, friends.ada.username)).toBeVisible();
    await field(ada).fill('Hello Bob.');
    await confirmInputMethod(field(ada));
    await expect(field(ada)).toHaveValue('Hello Bob.');
    await field(ada).press('Enter');
    await expect(bubble(bob, 'Hello Bob.')).toBeVisible();
    await expect(typingNote(bob, friends.ada.username)).toBeHidden();
    // Right after a message. Only one key press, so that no later one is reported.
    await field(ada).press('a');
    await expect(typingNote(bob, friends.ada.username)).toBeVisible();
    await field(ada).fill('');
    // The live region announces messages in the form of the specification.
    expect(await bob.locator('[aria-live=polite]').allTextContents()).toContain(
      `${friends.ada.username}: Hello Bob.`,
    );
    await field(bob).fill('One line');
    await field(bob).press('Shift+Enter');
    await field(bob).pressSequentially('and another');
    await bob.getByRole('button', { name: 'Send' }).click();
    await expect(bubble(ada, 'and another')).toBeVisible();
    const said = await list(ada).getByRole('listitem').allInnerTexts();
    expect(said.map((text) => text.replaceAll(/\s+/g, ' '))).toEqual([
      expect.stringContaining(`${friends.ada.username}: Hello Bob.`),
      expect.stringContaining(`${friends.bob.username}: One line and another`),
    ]);
    await writeMessage(ada, '   ');
    await writeMessage(ada, 'Not blank.');
    await expect(bubble(bob, 'Not blank.')).toBeVisible();
    await expect(list(bob).getByRole('listitem')).toHaveCount(3);
  });

  test('see the number of unread messages and a line before them', async ({
    friends,
    ada,
    bob,
  }) => {
    await openChat(ada, friends.ada, friends.bob);
    await openLivePage(bob, '/messages');
    await writeMessage(ada, 'Where are you?');
    await expect(main(bob).getByText(`${friends.ada.username}: Where are you?`)).toBeVisible();
    await expect(main(bob).getByText('1 unread')).toBeVisible();
    await expect(bob.getByRole('link', { name: 'Messages, 1 unread' })).toBeVisible();
    await main(bob).getByRole('link', { name: friends.ada.username }).click();
    await expect(list(bob).getByText('New', { exact: true })).toBeVisible();
    await expect(bob.getByRole('link', { name: 'Messages', exact: true })).toBeVisible();
    await bob.goto('/messages');
    await expect(main(bob).getByText(`${friends.ada.username}: Where are you?`)).toBeVisible();
    await expect(main(bob).getByText('1 unread')).toHaveCount(0);
  });

  test('see missed messages once and in order after a broken connection', async ({
    friends,
    ada,
    bob,
  }) => {
    await openChat(ada, friends.ada, friends.bob);
    await openChat(bob, friends.bob, friends.ada);
    await bob.context().setOffline(true);
    for (const text of ['first', 'second', 'third']) await writeMessage(ada, `${text} meanwhile`);
    await expect(bubble(ada, 'third meanwhile')).toBeVisible();
    await expect(list(ada).getByText('Sending…').first()).toBeHidden();
    await writeMessage(bob, 'from the dark');
    await bob.context().setOffline(false);
    await expect(bubble(ada, 'from the dark')).toBeVisible();
    await expect(bubble(bob, 'third meanwhile')).toBeVisible();
    for (const page of [ada, bob]) {
      await expect(list(page).getByRole('listitem')).toHaveText([
        /first meanwhile/,
        /second meanwhile/,
        /third meanwhile/,
        /from the dark/,
      ]);
      await expect(list(page).getByText('Sending…')).toHaveCount(0);
    }
  });
});

test.describe('a long conversation', () => {
  test('shows five messages, then five more, without moving the scroll position', async ({
    friends,
    ada,
    bob,
  }) => {
    await sendMessages(friends.ada, friends.bob, 12);
    await openChat(ada, friends.ada, friends.bob);
    await openChat(bob, friends.bob, friends.ada);
    await expect(list(bob).getByRole('listitem')).toHaveCount(5);
    await bob.setViewportSize({ width: 390, height: 500 });
    await list(bob).evaluate((element) => {
      element.scrollTop = -element.scrollHeight;
    });
    const anchor = list(bob)
      .getByRole('listitem')
      .first()
      .getByText(/number/);
    const read = await anchor.innerText();
    const place = async () => Math.round((await bubble(bob, read).boundingBox())?.y ?? Number.NaN);
    const before = await place();
    await bob.getByRole('link', { name: 'Show More' }).click();
    await expect(list(bob).getByRole('listitem')).toHaveCount(10);
    await finishAnimations(bob);
    expect(Math.abs((await place()) - before)).toBeLessThanOrEqual(2);
    await writeMessage(ada, 'news from below');
    await expect(bob.getByRole('button', { name: 'New messages' })).toBeVisible();
    expect(Math.abs((await place()) - before)).toBeLessThanOrEqual(2);
    await bob.getByRole('button', { name: 'New messages' }).click();
    await expect.poll(() => list(bob).evaluate((element) => Math.round(element.scrollTop))).toBe(0);
  });

  test('can be used by keyboard', async ({ friends, ada, bob }) => {
    await sendMessages(friends.ada, friends.bob, 6);
    await openChat(ada, friends.ada, friends.bob);
    await openChat(bob, friends.bob, friends.ada);
    await list(bob).focus();
    await expect(list(bob)).toBeFocused();
    await bob.keyboard.press('Tab');
    await expect(bob.getByRole('link', { name: 'Show More' })).toBeFocused();
    await bob.keyboard.press('Tab');
    await expect(field(bob)).toBeFocused();
    await bob.keyboard.type(' ');
    await bob.keyboard.press('Tab');
    await bob.keyboard.press('Enter');
    await expect(bob.getByText('Write something first.')).toBeVisible();
    await expect(field(bob)).toBeFocused();
    await bob.keyboard.type('by keyboard');
    await expect(bob.getByText('Write something first.')).toBeHidden();
    await bob.keyboard.press('Tab');
    await bob.keyboard.press('Enter');
    await expect(bubble(ada, 'by keyboard')).toBeVisible();
  });

  test('shows the links that report messages when asked, after the message field', async ({
    friends,
    bob,
  }) => {
    await sendMessages(friends.ada, friends.bob, 4);
    await openChat(bob, friends.bob, friends.ada);
    await expect(list(bob).getByRole('link', { name: /^Report/ })).toHaveCount(0);
    await field(bob).fill('half a thought');
    await bob.keyboard.press('Tab');
    await bob.keyboard.press('Tab');
    await expect(bob.getByRole('link', { name: 'Report a message' })).toBeFocused();
    await bob.keyboard.press('Enter');
    await expect(list(bob).getByRole('link', { name: /^Report/ })).toHaveCount(2);
    const newest = `Report the message “number 4.” of ${friends.ada.username}`;
    await expect(list(bob).getByRole('link', { name: newest })).toBeFocused();
    expect(await findViolations(bob)).toEqual([]);
    await expect(field(bob)).toHaveValue('half a thought');
    await bob.getByRole('link', { name: 'Stop reporting' }).click();
    await expect(list(bob).getByRole('link', { name: /^Report/ })).toHaveCount(0);
  });
});

test.describe('without scripts', () => {
  test('the chat shows the last messages, and its form sends', async ({
    openPage,
    friends,
    ada,
  }) => {
    await sendMessages(friends.ada, friends.bob, 12);
    await openChat(ada, friends.ada, friends.bob);
    const page = await openPage(`/chat/${friends.bob.username}/${friends.ada.username}`, {
      user: friends.bob,
      viewport: phone,
      javaScriptEnabled: false,
    });
    await expect(bubble(page, 'number 12.')).toBeVisible();
    await field(page).fill('asleep');
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(bubble(page, 'asleep')).toBeVisible();
    await expect(bubble(ada, 'asleep')).toBeVisible();
    await page.getByRole('link', { name: 'Show More' }).click();
    await expect(list(page).getByRole('listitem')).toHaveCount(10);
  });
});

test.describe('a former friend', () => {
  test('is redirected, and new messages do not arrive', async ({ friends, ada, bob }) => {
    await openChat(ada, friends.ada, friends.bob);
    await openChat(bob, friends.bob, friends.ada);
    // Requests for page data are delayed, so that her page is still open when she writes.
    const held = Promise.withResolvers<void>();
    const answers = /\.data(\?|$)/;
    await ada.route(answers, async (route) => {
      await held.promise;
      await route.continue();
    });
    const remover = await bob.context().newPage();
    await remover.goto(`/profile/${friends.bob.username}/friends`);
    await waitForHydration(remover);
    await main(remover)
      .getByRole('button', { name: `Remove ${friends.ada.username}` })
      .click();
    await remover
      .getByRole('dialog', {
        name: `Do you really want to remove ${friends.ada.username} as your friend?`,
      })
      .getByRole('button', { name: 'Remove' })
      .click();
    await expect(main(remover).getByText('No friends found.')).toBeVisible();
    const unheard = 'Can you still hear me?';
    await writeMessage(ada, unheard);
    await expect(bubble(ada, unheard)).toBeVisible();
    held.resolve();
    await ada.waitForURL('/profile');
    await ada.goto(`/chat/${friends.ada.username}/${friends.bob.username}`);
    expect(new URL(ada.url()).pathname).toBe('/profile');
    await ada.unroute(answers);

    // When they are friends again, they see their earlier messages.
    await befriend(friends.bob, friends.ada);
    await openChat(bob, friends.bob, friends.ada);
    await openChat(ada, friends.ada, friends.bob);
    await writeMessage(ada, 'Now you do.');
    await expect(bubble(bob, 'Now you do.')).toBeVisible();
    await expect(list(bob).getByText(unheard)).toHaveCount(0);
    await expect(list(ada).getByText(unheard)).toHaveCount(0);
  });
});
