import AxeBuilder from '@axe-core/playwright';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { finishAnimations } from './fixtures/finish-animations.ts';
import { waitForHydration } from './fixtures/hydration.ts';
import { contextFor, register } from './fixtures/test-users.ts';
import { useGuildhall } from './fixtures/use-guildhall.ts';

const guildhall = useGuildhall({});
const desktop = { width: 1280, height: 900 };
const phone = { width: 390, height: 844 };
const contexts: BrowserContext[] = [];
const names = { ada: 'ada-talks', bob: 'bob-talks' } as const;

let ada: Page;
let bob: Page;

async function newPlayer(username: string): Promise<Page> {
  const context = await contextFor(guildhall.browser, undefined, {
    viewport: desktop,
    theme: 'dark',
  });
  contexts.push(context);
  const page = await context.newPage();
  await register(page, guildhall.origin, username);
  return page;
}

const main = (page: Page) => page.getByRole('main');
const field = (page: Page) => page.getByPlaceholder('Type your message here...');
const list = (page: Page) => page.getByRole('region', { name: 'What was said' });
const bubble = (page: Page, text: string) => list(page).getByText(text).first();
const open = async (page: Page, path: string) => {
  await page.goto(guildhall.origin + path, { waitUntil: 'networkidle' });
};
/** Opens the chat and waits until it is hydrated and connected. */
async function openChat(page: Page, me: string, friend: string): Promise<void> {
  await open(page, `/chat/${me}/${friend}`);
  await page.getByText('Connecting…').waitFor({ state: 'hidden' });
}

async function say(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press('Enter');
}

/** Sends or accepts a friend request, as the buttons of a page without scripts do. */
async function ask(page: Page, friend: string, intent: 'add' | 'accept'): Promise<void> {
  const answer = await page.context().request.post(`${guildhall.origin}/profile/${friend}/friend`, {
    form: { intent },
    headers: { Origin: guildhall.origin, Accept: 'text/html' },
    maxRedirects: 0,
  });
  expect(answer.status()).toBe(302);
}

beforeAll(async () => {
  ada = await newPlayer(names.ada);
  bob = await newPlayer(names.bob);
});

afterAll(async () => {
  for (const context of contexts) await context.close();
});

describe('two players', () => {
  it('become friends and see each other online', async () => {
    await open(ada, `/profile/${names.bob}`);
    await main(ada).getByRole('button', { name: 'Add Friend' }).click();
    await main(ada).getByRole('button', { name: 'Friend Request Pending' }).waitFor();
    await open(bob, '/profile/notification');
    await main(bob).getByText(`${names.ada} wants to be your friend!`).waitFor();
    await main(bob).getByRole('button', { name: 'Accept' }).click();
    await main(bob).getByText('No friend requests at this time.').waitFor();
    await open(bob, `/profile/${names.bob}/friends`);
    await main(bob).getByText(names.ada).first().waitFor();
    await main(bob).getByText('Online').first().waitFor();
    await main(bob)
      .getByRole('link', { name: `Chat with ${names.ada}` })
      .click();
    await bob.getByRole('heading', { name: `Chat with ${names.ada}` }).waitFor();
  });

  it('exchange messages, see each other typing, and can write several lines', async () => {
    await openChat(ada, names.ada, names.bob);
    await openChat(bob, names.bob, names.ada);
    await field(ada).pressSequentially('Hel');
    await bob.getByText(`${names.ada} is typing…`).waitFor();
    await say(ada, 'Hello Bob.');
    await bubble(bob, 'Hello Bob.').waitFor();
    await bob.getByText(`${names.ada} is typing…`).waitFor({ state: 'hidden' });
    // The live region announces messages in the form of the specification.
    expect(await bob.locator('[aria-live=polite]').allTextContents()).toContain(
      `${names.ada}: Hello Bob.`,
    );
    await field(bob).fill('One line');
    await field(bob).press('Shift+Enter');
    await field(bob).pressSequentially('and another');
    await bob.getByRole('button', { name: 'Send' }).click();
    await bubble(ada, 'and another').waitFor();
    const said = await list(ada).getByRole('listitem').allInnerTexts();
    expect(said.map((text) => text.replaceAll(/\s+/g, ' '))).toEqual([
      expect.stringContaining(`${names.ada}: Hello Bob.`),
      expect.stringContaining(`${names.bob}: One line and another`),
    ]);
    await say(ada, '   ');
    await say(ada, 'Not blank.');
    await bubble(bob, 'Not blank.').waitFor();
    await expect.poll(() => list(bob).getByRole('listitem').count()).toBe(3);
  });

  it('see the number of unread messages and a line before them', async () => {
    await open(bob, '/messages');
    await say(ada, 'Where are you?');
    await main(bob).getByText(`${names.ada}: Where are you?`).waitFor();
    await main(bob).getByText('1 unread').waitFor();
    await bob.getByRole('link', { name: 'Messages, 1 unread' }).waitFor();
    await main(bob).getByRole('link', { name: names.ada }).click();
    await list(bob).getByText('New', { exact: true }).waitFor();
    await bob.getByRole('link', { name: 'Messages', exact: true }).waitFor();
    await open(bob, '/messages');
    await main(bob).getByText(`${names.ada}: Where are you?`).waitFor();
    expect(await main(bob).getByText('1 unread').count()).toBe(0);
  });

  it('see missed messages once and in order after a broken connection', async () => {
    await openChat(ada, names.ada, names.bob);
    await openChat(bob, names.bob, names.ada);
    await bob.context().setOffline(true);
    for (const text of ['first', 'second', 'third']) await say(ada, `${text} meanwhile`);
    await bubble(ada, 'third meanwhile').waitFor();
    await list(ada).getByText('Sending…').first().waitFor({ state: 'hidden' });
    await say(bob, 'from the dark');
    await bob.context().setOffline(false);
    await bubble(ada, 'from the dark').waitFor({ timeout: 45_000 });
    await bubble(bob, 'third meanwhile').waitFor();
    const last = async (page: Page) => {
      await list(page).getByText('Sending…').first().waitFor({ state: 'hidden' });
      return (await list(page).getByRole('listitem').allInnerTexts())
        .slice(-4)
        .map((text) => text.split('\n').find((line) => /meanwhile|dark/.test(line)));
    };
    await expect.poll(() => last(bob)).toEqual(await last(ada));
  });
});

describe('a long conversation', () => {
  it('shows five messages, then five more, without moving the scroll position', async () => {
    for (let number = 1; number <= 8; number += 1) {
      // The rate limit is ten messages in ten seconds.
      const [from, to] = number % 4 === 0 ? [ada, bob] : [bob, ada];
      await say(from, `number ${number}.`);
      await bubble(to, `number ${number}.`).waitFor();
    }
    await openChat(bob, names.bob, names.ada);
    await waitForHydration(bob);
    expect(await list(bob).getByRole('listitem').count()).toBe(5);
    await bob.setViewportSize({ width: 390, height: 500 });
    await list(bob).evaluate((element) => {
      element.scrollTop = -element.scrollHeight;
    });
    const anchor = list(bob)
      .getByRole('listitem')
      .first()
      .getByText(/number|dark/);
    const read = await anchor.innerText();
    const place = async () => Math.round((await bubble(bob, read).boundingBox())?.y ?? Number.NaN);
    const before = await place();
    await bob.getByRole('link', { name: 'Show More' }).click();
    await expect.poll(() => list(bob).getByRole('listitem').count()).toBe(10);
    await finishAnimations(bob);
    expect(Math.abs((await place()) - before)).toBeLessThanOrEqual(2);
    await say(ada, 'news from below');
    await bob.getByRole('button', { name: 'New messages' }).waitFor();
    expect(Math.abs((await place()) - before)).toBeLessThanOrEqual(2);
    await bob.getByRole('button', { name: 'New messages' }).click();
    await expect.poll(() => list(bob).evaluate((element) => Math.round(element.scrollTop))).toBe(0);
    await bob.setViewportSize(desktop);
  });

  it('can be used by keyboard, fits a phone, and has no axe violations', async () => {
    for (const path of [`/chat/${names.bob}/${names.ada}`, '/messages']) {
      await open(bob, path);
      for (const scheme of ['dark', 'light'] as const) {
        await bob.emulateMedia({ colorScheme: scheme });
        for (const size of [desktop, phone]) {
          await bob.setViewportSize(size);
          await finishAnimations(bob);
          const { violations } = await new AxeBuilder({ page: bob }).analyze();
          expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual(
            [],
          );
          expect(await bob.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(
            false,
          );
        }
      }
    }
    await bob.setViewportSize(desktop);
    await open(bob, `/chat/${names.bob}/${names.ada}`);
    await list(bob).focus();
    expect(await list(bob).evaluate((element) => element === document.activeElement)).toBe(true);
    for (let presses = 0; presses < 4; presses += 1) {
      if (await field(bob).evaluate((element) => element === document.activeElement)) break;
      await bob.keyboard.press('Tab');
    }
    await bob.keyboard.type('by keyboard');
    await bob.keyboard.press('Tab');
    await bob.keyboard.press('Enter');
    await bubble(ada, 'by keyboard').waitFor();
  });
});

describe('without scripts', () => {
  it('the chat shows the last messages, and its form sends', async () => {
    const state = await bob.context().storageState();
    const context = await guildhall.browser.newContext({
      viewport: phone,
      javaScriptEnabled: false,
      storageState: state,
    });
    contexts.push(context);
    const page = await context.newPage();
    await page.goto(`${guildhall.origin}/chat/${names.bob}/${names.ada}`);
    await bubble(page, 'by keyboard').waitFor();
    await field(page).fill('asleep');
    await page.getByRole('button', { name: 'Send' }).click();
    await bubble(page, 'asleep').waitFor();
    await bubble(ada, 'asleep').waitFor();
    await page.getByRole('link', { name: 'Show More' }).click();
    await expect.poll(() => list(page).getByRole('listitem').count()).toBe(10);
  });
});

describe('a former friend', () => {
  it('is redirected, and new messages do not arrive', async () => {
    await openChat(ada, names.ada, names.bob);
    await openChat(bob, names.bob, names.ada);
    // Requests for page data are delayed, so that her page is still open when she writes.
    const held = Promise.withResolvers<void>();
    const answers = /\.data(\?|$)/;
    await ada.route(answers, async (route) => {
      await held.promise;
      await route.continue();
    });
    const remover = await bob.context().newPage();
    await open(remover, `/profile/${names.bob}/friends`);
    await main(remover)
      .getByRole('button', { name: `Remove ${names.ada}` })
      .click();
    await remover
      .getByRole('dialog', { name: `Do you really want to remove ${names.ada} as your friend?` })
      .getByRole('button', { name: 'Remove' })
      .click();
    await main(remover).getByText('No friends found.').waitFor();
    const unheard = 'Can you still hear me?';
    await say(ada, unheard);
    await bubble(ada, unheard).waitFor();
    held.resolve();
    await ada.waitForURL(`${guildhall.origin}/profile`);
    await open(ada, `/chat/${names.ada}/${names.bob}`);
    expect(new URL(ada.url()).pathname).toBe('/profile');
    await ada.unroute(answers);

    // When they are friends again, they see their earlier messages.
    await ask(bob, names.ada, 'add');
    await ask(ada, names.bob, 'accept');
    await openChat(bob, names.bob, names.ada);
    await openChat(ada, names.ada, names.bob);
    await say(ada, 'Now you do.');
    await bubble(bob, 'Now you do.').waitFor();
    expect(await list(bob).getByText(unheard).count()).toBe(0);
    expect(await list(ada).getByText(unheard).count()).toBe(0);
    await remover.close();
  });
});
