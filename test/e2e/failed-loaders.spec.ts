import type { Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { withNightly } from '#test/config/nightly.ts';
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

// The texts of all screens are tested next to the code, in src/web/lib/errors.
const social: Screen = {
  path: '/community/social',
  table: 'blocks',
  error: 'Failed to load users.',
  loaded: 'Who was here last',
};
const discussion: Screen = {
  path: ':discussion',
  table: 'discussion_comments',
  error: 'Discussion not found or failed to load.',
  loaded: 'Any title',
};
const library: Screen = {
  path: '/library',
  table: 'wallets',
  error: /Error loading games: ./,
  loaded: 'You do not own any games yet.',
};
const profile: Screen = {
  path: '/profile',
  table: 'profile_comments',
  error: 'Failed to load user profile.',
  loaded: 'Edit Profile',
};

for (const screen of withNightly([social, discussion], [profile])) {
  const { path, table } = screen;
  test(`a page whose data could not be read is loaded again without a new document (${path}, ${table})`, async ({
    openWithout,
  }) => {
    const { page, username } = await openWithout(table, path);
    await expectFailed(page, screen);
    await expect(navigation(page).getByRole('link', { name: username })).toBeVisible();
    await expect(navigation(page).getByRole('button', { name: 'Logout' })).toBeVisible();
    await tryAgain(page, screen);
  });
}

for (const screen of withNightly([library], [{ ...profile, table: 'wallets' }])) {
  test(`a page whose account could not be read has its player again without a new document (${screen.path})`, async ({
    openWithout,
  }) => {
    const { page, username } = await openWithout(screen.table, screen.path);
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
