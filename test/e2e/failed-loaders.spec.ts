import type { Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { withServerDatabase } from '#test/fixtures/server-database.ts';
import { waitForHydration } from './fixtures/hydration.ts';
import { createDiscussion } from './fixtures/player-actions.ts';
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
      const page = await (await createContext({ user })).newPage();
      let filledPath = path.replace(':me', user.username);
      if (/:(other|discussion)/.test(path)) {
        const other = await registerPlayer('author');
        const discussion = await createDiscussion(other, { title: 'Any title', content: 'Text' });
        filledPath = path.replace(':other', other.username).replace(':discussion', discussion);
      }
      const rename = (from: string, to: string) =>
        withServerDatabase(guildhall.dataDir, async (db) => {
          await db.execute(sql.raw(`alter table ${from} rename to ${to}`));
        });
      await rename(table, 'away');
      try {
        await page.goto(filledPath);
        await waitForHydration(page);
      } finally {
        await rename('away', table);
      }
      return { page, username: user.username };
    }),
});

test.use({ server: 'damaged' });

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' });

interface Screen {
  path: string;
  /** A table that the loader reads. */
  table: string;
  /** The specified error text. */
  error: string | RegExp;
  /** A text that only the loaded screen has. */
  loaded: string;
}

const screens: Screen[] = [
  {
    path: '/community/social',
    table: 'blocks',
    error: 'Failed to load users.',
    loaded: 'Who was here last',
  },
  {
    path: '/profile',
    table: 'profile_comments',
    error: 'Failed to load user profile.',
    loaded: 'Edit Profile',
  },
  {
    path: '/profile/:other',
    table: 'profile_comments',
    error: 'Failed to load user profile.',
    loaded: 'Here since',
  },
  {
    path: '/profile/:me/inventory',
    table: 'cards',
    error: 'Failed to load user profile.',
    loaded: 'No cards yet.',
  },
  {
    path: '/profile/:me/friends',
    table: 'owned_games',
    error: 'Failed to load friends list.',
    loaded: 'No friends found.',
  },
  {
    path: '/profile/notification',
    table: 'friend_requests',
    error: 'Failed to load friend requests.',
    loaded: 'No friend requests at this time.',
  },
  {
    path: '/profile/notification',
    table: 'muted_notifications',
    error: 'Failed to load friend requests.',
    loaded: 'No friend requests at this time.',
  },
  {
    path: '/library',
    table: 'owned_games',
    error: /Error loading games: ./,
    loaded: 'You do not own any games yet.',
  },
  {
    path: ':discussion',
    table: 'discussion_comments',
    error: 'Discussion not found or failed to load.',
    loaded: 'Any title',
  },
];
for (const screen of screens) {
  const { path, table } = screen;
  test(`a page whose data cannot be read shows its own error text (${path}, ${table})`, async ({
    openWithout,
  }) => {
    const { page, username } = await openWithout(table, path);
    await expectFailed(page, screen);
    await expect(navigation(page).getByRole('link', { name: username })).toBeVisible();
    await expect(navigation(page).getByRole('button', { name: 'Logout' })).toBeVisible();
    await tryAgain(page, screen);
  });
}

const withoutAccount = ['/profile', '/library', '/community/social'];
for (const screen of screens.filter(({ path }) => withoutAccount.includes(path))) {
  test(`a page does not show the visitor as logged out when the account cannot be read (${screen.path})`, async ({
    openWithout,
  }) => {
    const { page, username } = await openWithout('wallets', screen.path);
    await expectFailed(page, screen);
    await expect(navigation(page).getByRole('link', { name: 'Market' })).toBeVisible();
    await expect(navigation(page).getByRole('link', { name: /Login|Register/ })).toHaveCount(0);
    await tryAgain(page, screen);
    await expect(navigation(page).getByRole('link', { name: username })).toBeVisible();
  });
}

/** Checks that the screen shows its error text in place of its data. */
async function expectFailed(page: Page, { error, loaded }: Screen): Promise<void> {
  const main = page.getByRole('main');
  await expect(main.getByText(error).first()).toBeVisible();
  await expect(main.getByText(loaded)).toHaveCount(0);
}

/** Presses Try again and checks that the screen appears without a new document. */
async function tryAgain(page: Page, { error, loaded }: Screen): Promise<void> {
  const main = page.getByRole('main');
  const again = main.getByRole('link', { name: 'Try again' });
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await again.click();
  await expect(main.getByText(loaded)).toBeVisible();
  await expect(main.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(main.getByText(error)).toHaveCount(0);
  await expect(again).toHaveCount(0);
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
}
