import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeAdmin } from './fixtures/create-community.ts';
import {
  captureStorageState,
  contextFor,
  logIn,
  password,
  register,
} from './fixtures/test-users.ts';
import { useGuildhall } from './fixtures/use-guildhall.ts';

const guildhall = useGuildhall({});
const size = { viewport: { width: 1280, height: 900 }, theme: 'dark' } as const;
type State = Awaited<ReturnType<typeof captureStorageState>>;
const [adaName, bobName] = ['ada-live', 'bob-live'];

let adaState: State;
let ada: Page;
let bob: Page;

async function pageOf(state: State, greeting = false): Promise<Page> {
  const context = await contextFor(guildhall.browser, state, { ...size, greeting });
  return context.newPage();
}

const main = (page: Page) => page.getByRole('main');
const field = (page: Page) => page.getByPlaceholder('Type your message here...');
const list = (page: Page) => page.getByRole('region', { name: 'What was said' });
const typing = (page: Page, name: string) => page.getByText(`${name} is typing…`);

/** Opens the chat and waits until it is hydrated and connected. */
async function openChat(page: Page, me: string, friend: string): Promise<void> {
  await page.goto(`${guildhall.origin}/chat/${me}/${friend}`, { waitUntil: 'networkidle' });
  await page.getByText('Connecting…').waitFor({ state: 'hidden' });
}

beforeAll(async () => {
  const states: State[] = [];
  for (const name of [adaName, bobName]) {
    states.push(
      await captureStorageState(guildhall.browser, (page) =>
        register(page, guildhall.origin, name),
      ),
    );
  }
  const [first, second] = states;
  if (!first || !second) throw new Error('There are two.');
  adaState = first;
  [ada, bob] = await Promise.all([pageOf(first), pageOf(second)]);
  await ada.goto(`${guildhall.origin}/profile/${bobName}`);
  await main(ada).getByRole('button', { name: 'Add Friend' }).click();
  await main(ada).getByRole('button', { name: 'Friend Request Pending' }).waitFor();
  await bob.goto(`${guildhall.origin}/profile/${adaName}`);
  await main(bob).getByRole('button', { name: 'Accept' }).click();
  await main(bob).getByRole('button', { name: 'Already Friends' }).waitFor();
});

describe('a chat', () => {
  it('shows that the friend is typing again right after a message', async () => {
    await openChat(ada, adaName, bobName);
    await openChat(bob, bobName, adaName);
    await field(ada).pressSequentially('Hi');
    await typing(bob, adaName).waitFor();
    await field(ada).press('Enter');
    await list(bob).getByText('Hi').waitFor();
    await typing(bob, adaName).waitFor({ state: 'hidden' });
    // Only one key press, so that no later one is reported.
    await field(ada).press('a');
    await typing(bob, adaName).waitFor();
    await field(ada).fill('');
  });

  it('shows in its header when the friend goes offline and online', async () => {
    const head = main(ada).locator('header');
    await head.getByText('Online').waitFor();
    await bob.getByRole('button', { name: 'Logout' }).click();
    await head.getByText('Offline').waitFor();
    await logIn(bob, guildhall.origin, bobName, password);
    await head.getByText('Online').waitFor();
  });

  it('sends a message once when the page is reloaded while the message is being sent', async () => {
    const text = 'Written just before the reload';
    let swallows = true;
    await ada.routeWebSocket(/socket\.io/, (socket) => {
      const server = socket.connectToServer();
      socket.onMessage((frame) => {
        if (!swallows || !String(frame).includes(text)) server.send(frame);
      });
    });
    await openChat(ada, adaName, bobName);
    await openChat(bob, bobName, adaName);
    await field(ada).fill(text);
    await field(ada).press('Enter');
    await list(ada).getByText('Sending…').waitFor();
    swallows = false;
    await ada.reload();
    await list(bob).getByText(text).waitFor();
    await expect.poll(() => list(ada).getByText('Sending…').count()).toBe(0);
    await ada.reload();
    await list(ada).getByText(text).waitFor();
    expect(await list(ada).getByText(text).count()).toBe(1);
    expect(await list(bob).getByText(text).count()).toBe(1);
  });

  it('sends a rejected message again on request', async () => {
    await openChat(bob, bobName, adaName);
    // The rate limit is ten messages in ten seconds.
    const said = Array.from({ length: 10 }, (_, at) =>
      bob.context().request.post(`${guildhall.origin}/chat/${bobName}/${adaName}`, {
        form: { text: `Said by form, ${at}.`, id: randomUUID() },
        headers: { Origin: guildhall.origin },
        maxRedirects: 0,
      }),
    );
    for (const answer of await Promise.all(said)) expect(answer.status()).toBe(302);
    await field(bob).fill('One too many.');
    await field(bob).press('Enter');
    const refused = list(bob).getByText('Not sent. Rate limit exceeded. Please try again later.');
    await refused.waitFor();
    expect(await list(ada).getByText('One too many.').count()).toBe(0);
    const retry = list(bob).getByRole('button', { name: 'Retry' });
    await expect
      .poll(
        async () => {
          if (await retry.isVisible()) await retry.click();
          return list(ada).getByText('One too many.').count();
        },
        { timeout: 30_000, interval: 500 },
      )
      .toBe(1);
    await refused.waitFor({ state: 'hidden' });
    await list(bob).getByText('Sending…').waitFor({ state: 'hidden' });
    expect(await list(bob).getByText('One too many.').count()).toBe(1);
  });

  it('is not covered by the greeting of the daily reward, which appears on the shop', async () => {
    const page = await pageOf(adaState, true);
    await openChat(page, adaName, bobName);
    await field(page).fill('not disturbed');
    await page.getByRole('link', { name: 'About' }).first().click();
    await page.waitForURL(/about/);
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.getByRole('link', { name: 'Shop' }).first().click();
    await page.getByRole('dialog', { name: 'Your daily reward is here' }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(1);
  });

  it('closes with a message when the friend is suspended, and opens again afterwards', async () => {
    const keeper = 'keeper-live';
    const state = await captureStorageState(guildhall.browser, (page) =>
      register(page, guildhall.origin, keeper),
    );
    await makeAdmin(guildhall.dataDir, keeper);
    const { request } = (await pageOf(state)).context();
    const headers = { Origin: guildhall.origin };
    const moderate = async (form: Record<string, string>) => {
      const path = `${guildhall.origin}/profile/${bobName}/moderation`;
      expect((await request.post(path, { form, headers })).status()).toBe(200);
    };
    await openChat(ada, adaName, bobName);
    await moderate({ intent: 'suspend', days: '1', reason: 'Rude to others.' });
    await main(ada).getByText('This account is suspended.').waitFor();
    expect(await field(ada).count()).toBe(0);
    await moderate({ intent: 'restore', reason: 'Said sorry.' });
    await field(ada).fill('Welcome back.');
    await field(ada).press('Enter');
    await list(ada).getByText('Welcome back.').waitFor();
    await list(ada).getByText('Sending…').waitFor({ state: 'hidden' });
    expect(await list(ada).getByText('Not sent.').count()).toBe(0);
  });
});
