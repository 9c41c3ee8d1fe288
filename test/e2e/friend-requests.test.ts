import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { captureStorageState, contextFor, register } from './fixtures/test-users.ts';
import { useGuildhall } from './fixtures/use-guildhall.ts';

const guildhall = useGuildhall({});
const size = { viewport: { width: 1280, height: 900 }, theme: 'dark' } as const;
const names = { host: 'asked-one', liked: 'liked-one', other: 'other-one' };
type State = Awaited<ReturnType<typeof captureStorageState>>;
const states = new Map<string, State>();

beforeAll(async () => {
  for (const name of Object.values(names)) {
    const state = await captureStorageState(guildhall.browser, (page) =>
      register(page, guildhall.origin, name),
    );
    states.set(name, state);
  }
});

async function open(name: string, path: string): Promise<Page> {
  const context = await contextFor(guildhall.browser, states.get(name), size);
  const page = await context.newPage();
  await page.goto(guildhall.origin + path, { waitUntil: 'networkidle' });
  return page;
}

const main = (page: Page) => page.getByRole('main');
const request = (page: Page, name: string) =>
  main(page)
    .getByRole('article')
    .filter({ hasText: `${name} wants to be your friend!` });

it('requests arrive and are answered on the notification page, and all open pages are updated', async () => {
  const answering = await open(names.host, '/profile/notification');
  await main(answering).getByText('No friend requests at this time.').waitFor();
  const alsoOpen = await open(names.host, '/profile/notification');
  const [liked, other] = [
    await open(names.liked, `/profile/${names.host}`),
    await open(names.other, `/profile/${names.host}`),
  ];
  for (const page of [liked, other]) {
    await main(page).getByRole('button', { name: 'Add Friend' }).click();
    await main(page).getByRole('button', { name: 'Friend Request Pending' }).waitFor();
  }
  for (const name of [names.liked, names.other]) {
    await request(answering, name).waitFor();
    await request(alsoOpen, name).waitFor();
  }
  await answering.getByRole('link', { name: 'Notifications, 2 unread' }).first().waitFor();

  await request(answering, names.liked).getByRole('button', { name: 'Accept' }).click();
  await request(answering, names.liked).waitFor({ state: 'detached' });
  await request(alsoOpen, names.liked).waitFor({ state: 'detached' });
  await main(liked).getByRole('button', { name: 'Already Friends' }).waitFor();
  await liked.getByRole('link', { name: 'Notifications, 1 unread' }).first().click();
  await main(liked).getByText(`${names.host} accepted your friend request.`).waitFor();

  await request(answering, names.other).getByRole('button', { name: 'Reject' }).click();
  await main(answering).getByText('No friend requests at this time.').waitFor();
  await main(alsoOpen).getByText('No friend requests at this time.').waitFor();
  await answering.getByRole('link', { name: 'Notifications', exact: true }).first().waitFor();
  // The focused button is removed with the request.
  await expect.poll(() => answering.locator(':focus').textContent()).toMatch(/^Friend requests/);

  // The sender does not see the rejection for a day.
  await other.reload();
  await main(other).getByRole('button', { name: 'Friend Request Pending' }).waitFor();
  await answering.goto(`${guildhall.origin}/profile/${names.host}/friends`);
  await main(answering)
    .getByRole('link', { name: `Chat with ${names.liked}` })
    .waitFor();
  expect(await main(answering).getByText(names.other).count()).toBe(0);
});
