import type { Page } from '@playwright/test';
import { socketConstants } from '#shared/constants/sockets.ts';
import { testData } from './fixtures/create-test-users.ts';
import { openLivePage } from './fixtures/hydration.ts';
import { test } from './fixtures/network-test.ts';
import type { Screen } from './fixtures/screen.ts';
import { screensOf } from './fixtures/screens.ts';
import { expect } from './fixtures/test.ts';

// Other tests need test users that own as much money as they were created with.
test.use({ server: 'interrupted' });

const cutMs = 60_000;
/** The test users that are logged in and can own money, and those that open public screens. */
const players = ['player', 'admin', 'siteAdmin', 'newPlayer', 'onlooker', 'otherOnlooker'] as const;
type Player = (typeof players)[number];
/** Screens that are reached by clicks only. */
const reachedByClicks = new Set([
  'discussion',
  'discussion-edit',
  'trade-offer',
  'moderation-hide',
  'hidden-picture',
]);
const settling = { timeout: 300_000 };

interface OpenScreen {
  name: string;
  page: Page;
  path: string;
  heading: string;
  typed: string[];
}

/** Each screen once by path, with the test user that opens it. */
function screens(): (Screen & { as: Player })[] {
  const seen = new Set<string>();
  const once = screensOf(testData).flatMap((screen) => {
    const isClicked = reachedByClicks.has(screen.name);
    const place = isClicked ? screen.name : screen.path.replace(/\?.*/, '');
    if (seen.has(place)) return [];
    seen.add(place);
    const own = players.find((who) => who === screen.user);
    return [{ ...screen, own, prepare: isClicked ? screen.prepare : undefined }];
  });
  // An account has a limited number of sockets, so public screens are opened by the user with the fewest.
  const opened = new Map(players.map((who) => [who, once.filter(({ own }) => own === who).length]));
  const count = (who: Player) => opened.get(who) ?? 0;
  return once.map(({ own, ...screen }) => {
    if (own) return { ...screen, as: own };
    const as = players.reduce((fewest, who) => (count(who) < count(fewest) ? who : fewest));
    opened.set(as, count(as) + 1);
    return { ...screen, as };
  });
}

/** The fields of the screen that accept text. */
const fields = (page: Page) =>
  page
    .getByRole('main')
    .locator(
      'textarea:visible:enabled:not([readonly]), input:visible:enabled:not([readonly]):is([type=text], [type=email], [type=password], [type=url], :not([type]))',
    );

const typedIn = (page: Page) =>
  fields(page).evaluateAll((found) => found.map((field) => (field as HTMLInputElement).value));

test('every screen stays as it is while the network is cut for a minute, and is updated afterwards', async ({
  registerPlayer,
  createContext,
  network,
  testUsers,
}) => {
  test.setTimeout(30 * 60_000);
  const { storageState: onlooker } = await registerPlayer('onlooker');
  const { storageState: otherOnlooker } = await registerPlayer('onlooker');
  const states = { ...testUsers, onlooker, otherOnlooker };
  const all: OpenScreen[] = [];
  for (const who of players) {
    const context = await createContext({ storageState: states[who] });
    const own = screens().filter(({ as }) => as === who);
    expect(own.length).toBeLessThanOrEqual(socketConstants.connectionsPerAccount);
    for (const { name, path, prepare } of own) {
      const page = await context.newPage();
      await openLivePage(page, network.origin + path);
      await prepare?.(page);
      for (const field of await fields(page).all()) await field.fill('1.23');
      await page.evaluate(() => Object.assign(window, { sameDocument: true }));
      all.push({
        name,
        page,
        path: new URL(page.url()).pathname,
        heading: await page.locator('h1').first().innerText(),
        typed: await typedIn(page),
      });
    }
  }
  expect(all.length).toBeGreaterThan(30);

  const cut = network.stall(cutMs);
  // Changes that the screens miss.
  for (const who of players) {
    const context = await createContext({ storageState: states[who] });
    const page = await context.newPage();
    await page.goto('/add-money');
    await page.getByRole('button', { name: 'Add Money' }).click();
    await expect(page.getByText('$20.00 added.').first()).toBeVisible();
  }
  const balances = new Map<string, string>();
  for (const who of players) {
    const context = await createContext({ storageState: states[who] });
    const page = await context.newPage();
    await page.goto('/about');
    balances.set(who, await balanceOf(page));
  }
  const live = all.filter(({ path }) => /\/friends$|^\/chat\//.test(path));
  expect(live.length).toBeGreaterThan(0);
  for (const { page } of live) {
    await expect(page.getByText('Offline. Trying again…')).toBeVisible(settling);
  }
  await cut;

  for (const { name, page, path, heading, typed } of all) {
    await expect(page.getByText(/Trying again…$/)).toBeHidden(settling);
    const now = {
      path: new URL(page.url()).pathname,
      heading: await page.locator('h1').first().innerText(),
      lost: missing(typed, await typedIn(page)),
      same: await page.evaluate(() => 'sameDocument' in window),
    };
    expect([name, now]).toEqual([name, { path, heading, lost: [], same: true }]);
  }
  const fresh = new Set(balances.values());
  for (const { name, page } of all) {
    await expect
      .poll(async () => [name, fresh.has(await balanceOf(page))], settling)
      .toEqual([name, true]);
  }
});

/** Typed texts that are lost. An updated screen can have more fields than before. */
function missing(typed: string[], now: string[]): string[] {
  const left = [...now];
  return typed.filter((value) => {
    const place = left.indexOf(value);
    if (place >= 0) left.splice(place, 1);
    return place < 0;
  });
}

/** The balance in the navigation. */
async function balanceOf(page: Page): Promise<string> {
  const text = await page.getByRole('navigation', { name: 'Main' }).innerText();
  return /\$[\d,]+\.\d\d/.exec(text)?.[0] ?? '';
}
