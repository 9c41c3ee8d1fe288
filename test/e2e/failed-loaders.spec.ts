import type { Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { waitForHydration } from './fixtures/hydration.ts';
import { createDiscussion } from './fixtures/player-actions.ts';
import { withServerDatabase } from './fixtures/server-database.ts';
import { test as base, expect } from './fixtures/test.ts';

interface Failure {
  page: Page;
  /** The username of the player who opened the page. */
  username: string;
}

/** `test` with a function that opens a page which the server renders while a table is missing. */
const test = base.extend<{ openWithout: (table: string, path: string) => Promise<Failure> }>({
  openWithout: async ({ guildhall, registerPlayer, createContext }, use) =>
    use(async (table, path) => {
      const user = await registerPlayer('reader');
      const other = await registerPlayer('author');
      const discussion = await createDiscussion(other, { title: 'Any title', content: 'Text' });
      const page = await (await createContext({ user })).newPage();
      const address = path
        .replace(':me', user.username)
        .replace(':other', other.username)
        .replace(':discussion', discussion);
      const rename = (from: string, to: string) =>
        withServerDatabase(guildhall.dataDir, async (db) => {
          await db.execute(sql.raw(`alter table ${from} rename to ${to}`));
        });
      await rename(table, 'away');
      try {
        await page.goto(address);
        await waitForHydration(page);
      } finally {
        await rename('away', table);
      }
      return { page, username: user.username };
    }),
});

test.use({ server: 'damaged' });

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' });

/** The screens with a specified error text, and a table that their loaders read. */
const screens: [path: string, table: string, text: string | RegExp][] = [
  ['/community/social', 'blocks', 'Failed to load users.'],
  ['/profile', 'profile_comments', 'Failed to load user profile.'],
  ['/profile/:other', 'profile_comments', 'Failed to load user profile.'],
  ['/profile/:me/inventory', 'cards', 'Failed to load user profile.'],
  ['/profile/:me/friends', 'owned_games', 'Failed to load friends list.'],
  ['/profile/notification', 'friend_requests', 'Failed to load friend requests.'],
  ['/profile/notification', 'muted_notifications', 'Failed to load friend requests.'],
  ['/library', 'owned_games', /Error loading games: ./],
  [':discussion', 'discussion_comments', 'Discussion not found or failed to load.'],
];
for (const [path, table, text] of screens) {
  test(`a page whose data cannot be read shows its own error text (${path}, ${table})`, async ({
    openWithout,
  }) => {
    const { page, username } = await openWithout(table, path);
    await expect(page.getByRole('main').getByText(text).first()).toBeVisible();
    await expect(navigation(page).getByRole('link', { name: username })).toBeVisible();
    await expect(navigation(page).getByRole('button', { name: 'Logout' })).toBeVisible();
    await tryAgain(page, text);
  });
}

const withoutAccount = ['/profile', '/library', '/community/social'];
for (const [path, , text] of screens.filter(([path]) => withoutAccount.includes(path))) {
  test(`a page does not show the visitor as logged out when the account cannot be read (${path})`, async ({
    openWithout,
  }) => {
    const { page, username } = await openWithout('wallets', path);
    await expect(page.getByRole('main').getByText(text).first()).toBeVisible();
    await expect(navigation(page).getByRole('link', { name: 'Market' })).toBeVisible();
    await expect(navigation(page).getByRole('link', { name: /Login|Register/ })).toHaveCount(0);
    await tryAgain(page, text);
    await expect(navigation(page).getByRole('link', { name: username })).toBeVisible();
  });
}

/** Presses Try again and checks that the screen appears without a new document. */
async function tryAgain(page: Page, text: string | RegExp): Promise<void> {
  const main = page.getByRole('main');
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await main.getByRole('link', { name: 'Try again' }).click();
  await expect(main.getByText(text)).toHaveCount(0);
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
}
