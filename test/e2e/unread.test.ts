import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { type captureStorageState, contextFor, password } from './fixtures/test-users.ts';
import { useGuildhall } from './fixtures/use-guildhall.ts';

const guildhall = useGuildhall({});
const names = { ada: 'ada-reads', bob: 'bob-writes' };
type State = Awaited<ReturnType<typeof captureStorageState>>;
let ada: State;

/** Logs a player in and sends forms as a page without scripts does. Returns the storage state. */
async function as(
  username: string,
  forms: readonly [path: string, form: Record<string, string>][],
): Promise<State> {
  const context = await guildhall.browser.newContext();
  const headers = { Origin: guildhall.origin, Accept: 'text/html' };
  for (const [path, form] of [['/login', { username, password }] as const, ...forms]) {
    const answer = await context.request.post(guildhall.origin + path, {
      form,
      headers,
      maxRedirects: 0,
    });
    expect([path, answer.status()]).toEqual([path, 302]);
  }
  const state = await context.storageState();
  await context.close();
  return state;
}

beforeAll(async () => {
  const context = await guildhall.browser.newContext();
  for (const username of Object.values(names)) {
    await context.request.post(`${guildhall.origin}/register`, {
      headers: { Origin: guildhall.origin, Accept: 'text/html' },
      form: { username, email: `${username}@example.test`, password },
    });
  }
  await context.close();
  await as(names.ada, [[`/profile/${names.bob}/friend`, { intent: 'add' }]]);
  await as(names.bob, [
    [`/profile/${names.ada}/friend`, { intent: 'accept' }],
    ...Array.from(
      { length: 9 },
      (_, index) =>
        [
          `/chat/${names.bob}/${names.ada}`,
          { id: crypto.randomUUID(), text: `This is number ${index + 1}.` },
        ] as [string, Record<string, string>],
    ),
  ]);
  ada = await as(names.ada, []);
});

const list = (page: Page) => page.getByRole('region', { name: 'What was said' });
const main = (page: Page) => page.getByRole('main');

/** Waits until a new tab shows this number of unread messages on every screen. */
async function counted(page: Page, count: number): Promise<void> {
  const suffix = count > 0 ? `, ${count} unread` : '';
  const exactly = { exact: true };
  const inBar = { name: `Messages${suffix}`, ...exactly };
  await page.goto(`${guildhall.origin}/profile/${names.ada}/friends`);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', inBar).waitFor();
  await main(page)
    .getByRole('link', { name: `Chat with ${names.bob}${suffix}`, ...exactly })
    .waitFor();
  await page.goto(`${guildhall.origin}/messages`);
  await main(page).getByText(`${names.bob}: This is number 9.`).waitFor();
  expect(await main(page).getByText(`${count} unread`).count()).toBe(count > 0 ? 1 : 0);
}

it('skipped messages stay unread on every screen until Show More shows them', async () => {
  const viewport = { width: 1280, height: 900 };
  const context = await contextFor(guildhall.browser, ada, { viewport, theme: 'dark' });
  const [page, other] = [await context.newPage(), await context.newPage()];
  await counted(other, 9);

  await page.goto(`${guildhall.origin}/profile/${names.bob}`);
  await main(page).getByRole('link', { name: 'Message', exact: true }).click();
  await page.waitForURL(`${guildhall.origin}/chat/${names.ada}/${names.bob}`);
  await list(page).getByText('4 unread above').waitFor();
  expect(await list(page).getByRole('listitem').count()).toBe(5);
  const inBar = page.getByRole('navigation', { name: 'Main' });
  await inBar.getByRole('link', { name: 'Messages, 4 unread' }).waitFor();
  await counted(other, 4);

  await list(page).getByRole('link', { name: 'Show More', exact: true }).click();
  await expect.poll(() => list(page).getByRole('listitem').count()).toBe(9);
  expect(await list(page).getByText('unread above').count()).toBe(0);
  await page.bringToFront();
  await list(page).evaluate((element) => {
    element.scrollTop = -element.scrollHeight;
  });
  await inBar.getByRole('link', { name: 'Messages', exact: true }).waitFor();
  await counted(other, 0);
  await context.close();
});
