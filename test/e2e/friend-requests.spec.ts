import type { Page } from '@playwright/test';
import { openLivePage } from './fixtures/hydration.ts';
import { expect, test, type Visit } from './fixtures/test.ts';

const main = (page: Page) => page.getByRole('main');
const request = (page: Page, name: string) =>
  main(page)
    .getByRole('article')
    .filter({ hasText: `${name} wants to be your friend!` });

test('requests arrive and are answered on the notification page, and all open pages are updated', async ({
  registerPlayer,
  createContext,
}) => {
  const open = async (user: Visit['user'], path: string) => {
    const page = await (await createContext({ user })).newPage();
    await openLivePage(page, path);
    return page;
  };
  const [host, first, second] = [
    await registerPlayer('host'),
    await registerPlayer('first'),
    await registerPlayer('second'),
  ];
  const names = { host: host.username, liked: first.username, other: second.username };
  const answering = await open(host, '/profile/notification');
  await expect(main(answering).getByText('No friend requests at this time.')).toBeVisible();
  const alsoOpen = await open(host, '/profile/notification');
  const [liked, other] = [
    await open(first, `/profile/${names.host}`),
    await open(second, `/profile/${names.host}`),
  ];
  for (const page of [liked, other]) {
    await main(page).getByRole('button', { name: 'Add Friend' }).click();
    await expect(main(page).getByRole('button', { name: 'Friend Request Pending' })).toBeVisible();
  }
  for (const name of [names.liked, names.other]) {
    await expect(request(answering, name)).toBeVisible();
    await expect(request(alsoOpen, name)).toBeVisible();
  }
  await expect(
    answering.getByRole('link', { name: 'Notifications, 2 unread' }).first(),
  ).toBeVisible();

  await request(answering, names.liked).getByRole('button', { name: 'Accept' }).click();
  await expect(request(answering, names.liked)).toHaveCount(0);
  await expect(request(alsoOpen, names.liked)).toHaveCount(0);
  await expect(main(liked).getByRole('button', { name: 'Already Friends' })).toBeVisible();
  await liked.getByRole('link', { name: 'Notifications, 1 unread' }).first().click();
  await expect(main(liked).getByText(`${names.host} and you are friends now.`)).toBeVisible();

  await request(answering, names.other).getByRole('button', { name: 'Reject' }).click();
  await expect(main(answering).getByText('No friend requests at this time.')).toBeVisible();
  await expect(main(alsoOpen).getByText('No friend requests at this time.')).toBeVisible();
  await expect(
    answering.getByRole('link', { name: 'Notifications', exact: true }).first(),
  ).toBeVisible();
  // The focused button is removed with the request.
  await expect(answering.locator(':focus')).toHaveText(/^Friend requests/);

  // The sender does not see the rejection for a day.
  await other.reload();
  await expect(main(other).getByRole('button', { name: 'Friend Request Pending' })).toBeVisible();
  await answering.goto(`/profile/${names.host}/friends`);
  await expect(
    main(answering).getByRole('link', { name: `Chat with ${names.liked}` }),
  ).toBeVisible();
  await expect(main(answering).getByText(names.other)).toHaveCount(0);
});

test('a request that arrives while a page is still connecting appears without a reload', async ({
  registerPlayer,
  createContext,
}) => {
  const [host, first] = [await registerPlayer('host'), await registerPlayer('first')];
  const context = await createContext({ user: host });
  let connect = () => {};
  const requested = new Promise<void>((resolve) => {
    connect = resolve;
  });
  await context.route(/\/open-socket[^/]*\.js/, async (route) => {
    await requested;
    await route.continue();
  });
  const page = await context.newPage();
  const connecting = page.waitForRequest(/\/open-socket[^/]*\.js/);
  await page.goto('/profile/notification');
  await connecting;
  await expect(main(page).getByText('No friend requests at this time.')).toBeVisible();
  await first.send(`/profile/${host.username}/friend`, { intent: 'add' });
  connect();
  await expect(request(page, first.username)).toBeVisible();
});
