import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { sql } from 'drizzle-orm';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { makePreparedDataDir } from '#test/crash/prepared-data-dir.ts';
import { cleanUp, spawnGuildhall } from '../crash/guildhall-process.ts';
import { launchBrowser } from '../fixtures/browser.ts';
import { createTestDiscussion } from '../fixtures/create-discussion.ts';
import { useDatabase } from '../fixtures/database.ts';
import { createPlayer, createTestCtx } from '../fixtures/factories.ts';
import { waitForHydration } from './fixtures/hydration.ts';
import { captureStorageState, contextFor, register } from './fixtures/test-users.ts';

const database = useDatabase();
const me = 'failed-reader';
let browser: Browser;
let dataDir: string;
let origin: string;
let context: BrowserContext;
let other: string;
let discussion: string;

beforeAll(async () => {
  [browser, dataDir] = await Promise.all([launchBrowser(), makePreparedDataDir()]);
  const { host, port, user, password } = inject('postgres');
  const { child } = spawnGuildhall(dataDir, {
    DATABASE_URL: `postgresql://${user}:${password}@/${database.name}?host=${host}&port=${port}`,
  });
  const [line] = (await once(createInterface(child.stdout), 'line')) as string[];
  origin = line?.split(' ').at(-1) ?? '';
  const author = await createPlayer(database.db);
  other = author.username;
  discussion = await createTestDiscussion(createTestCtx(database.db), author);
  const state = await captureStorageState(browser, (page) => register(page, origin, me));
  const viewport = { width: 1280, height: 900 };
  context = await contextFor(browser, state, { viewport, theme: 'dark' });
});

afterAll(async () => {
  await browser?.close();
  await cleanUp(dataDir);
});

/** The screens with a specified error text, and a table that their loaders read. */
const screens: [path: string, table: string, text: string | RegExp][] = [
  ['/community/social', 'blocks', 'Failed to load users.'],
  ['/profile', 'profile_comments', 'Failed to load user profile.'],
  ['/profile/:other', 'profile_comments', 'Failed to load user profile.'],
  [`/profile/${me}/inventory`, 'cards', 'Failed to load user profile.'],
  [`/profile/${me}/friends`, 'owned_games', 'Failed to load friends list.'],
  ['/profile/notification', 'friend_requests', 'Failed to load friend requests.'],
  ['/profile/notification', 'muted_notifications', 'Failed to load friend requests.'],
  ['/library', 'owned_games', /Error loading games: ./],
  [
    '/community/discussions/:discussion',
    'discussion_comments',
    'Discussion not found or failed to load.',
  ],
];
it.each(screens)(
  'a page whose data cannot be read shows its own error text (%s, %s)',
  async (path, table, text) => {
    const page = await openWithout(table, path);
    const nav = page.getByRole('navigation', { name: 'Main' });
    await page.getByRole('main').getByText(text).first().waitFor();
    expect(await nav.getByRole('link', { name: me }).isVisible()).toBe(true);
    expect(await nav.getByRole('button', { name: 'Logout' }).isVisible()).toBe(true);
    await tryAgain(page, text);
    await page.close();
  },
);

it.each(screens.filter(([path]) => ['/profile', '/library', '/community/social'].includes(path)))(
  'a page does not show the visitor as logged out when the account cannot be read (%s)',
  async (path, _table, text) => {
    const page = await openWithout('wallets', path);
    const nav = page.getByRole('navigation', { name: 'Main' });
    await page.getByRole('main').getByText(text).first().waitFor();
    expect(await nav.getByRole('link', { name: 'Market' }).isVisible()).toBe(true);
    expect(await nav.getByRole('link', { name: /Login|Register/ }).count()).toBe(0);
    await tryAgain(page, text);
    expect(await nav.getByRole('link', { name: me }).isVisible()).toBe(true);
    await page.close();
  },
);

/** Opens a screen that the server renders while a table is missing. The table is restored afterwards. */
async function openWithout(table: string, path: string): Promise<Page> {
  const page = await context.newPage();
  const address = path.replace(':other', other).replace(':discussion', discussion);
  await database.db.execute(sql.raw(`alter table ${table} rename to away`));
  try {
    await page.goto(origin + address, { waitUntil: 'networkidle' });
    await waitForHydration(page);
  } finally {
    await database.db.execute(sql.raw(`alter table away rename to ${table}`));
  }
  return page;
}

/** Presses Try again and checks that the screen appears without a new document. */
async function tryAgain(page: Page, text: string | RegExp): Promise<void> {
  const main = page.getByRole('main');
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await main.getByRole('link', { name: 'Try again' }).click();
  await main.getByText(text).waitFor({ state: 'detached' });
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
}
