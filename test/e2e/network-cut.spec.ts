import { type BrowserContext, type Page, request } from '@playwright/test';
import { socketConstants } from '#shared/constants/server/sockets.ts';
import { withNightly } from '#test/config/nightly.ts';
import { timeLimits } from '#test/config/time-limits.ts';
import type { StorageState } from './fixtures/browser-context.ts';
import { testData } from './fixtures/create-test-users.ts';
import { openLivePage } from './fixtures/hydration.ts';
import { test } from './fixtures/network-test.ts';
import { connectionBar } from './fixtures/offline-test.ts';
import { addMoney, befriend, buyGame, sendMessage } from './fixtures/player-actions.ts';
import type { Screen } from './fixtures/screen.ts';
import { screensOf } from './fixtures/screens.ts';
import { expect } from './fixtures/test.ts';
import { senderOf } from './fixtures/test-user.ts';

// Other tests need test users that own as much money as they were created with.
test.use({ server: 'interrupted' });

const cutMs = 60_000;
const added = 20_00;
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
const settling = { timeout: timeLimits.longTest };

interface OpenScreen {
  name: string;
  page: Page;
  path: string;
  heading: string;
  typed: string[];
  /** The balance of the player (cents). */
  balance: number;
}

/** Each screen once by path, with the test user that opens it. */
function everyScreen(): (Screen & { as: Player })[] {
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

/** Opens the screen and types into its fields. */
async function openScreen(
  context: BrowserContext,
  origin: string,
  { name, path, prepare }: Pick<Screen, 'name' | 'path' | 'prepare'>,
): Promise<OpenScreen> {
  const page = await context.newPage();
  await openLivePage(page, origin + path);
  await prepare?.(page);
  for (const field of await fields(page).all()) await field.fill('1.23');
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  return {
    ...{ name, page, path: new URL(page.url()).pathname },
    heading: await page.locator('h1').first().innerText(),
    typed: await typedIn(page),
    balance: await balanceOf(page),
  };
}

/** Adds money to the account of each storage state. The screens miss this change. */
async function addMoneyBesides(origin: string, states: readonly StorageState[]): Promise<void> {
  for (const storageState of states) {
    const client = await request.newContext({ baseURL: origin, storageState });
    await addMoney({ send: senderOf(client, origin) });
    await client.dispose();
  }
}

/** Expects that screens with live content show that they are offline. */
async function expectOffline(screens: readonly OpenScreen[]): Promise<void> {
  const live = screens.filter(({ path }) => /\/friends$|^\/chat\//.test(path));
  expect(live.length).toBeGreaterThan(0);
  for (const { page } of live) {
    await expect(page.getByText('Offline. Trying again…')).toBeVisible(settling);
  }
}

/** Expects that each screen is as it was before the cut, with the money that was added since. */
async function expectUpdated(screens: readonly OpenScreen[]): Promise<void> {
  for (const { name, page, path, heading, typed, balance } of screens) {
    await expect(connectionBar(page)).toBeHidden(settling);
    const now = {
      path: new URL(page.url()).pathname,
      heading: await page.locator('h1').first().innerText(),
      lost: missing(typed, await typedIn(page)),
      same: await page.evaluate(() => 'sameDocument' in window),
    };
    expect([name, now]).toEqual([name, { path, heading, lost: [], same: true }]);
    await expect
      .poll(async () => [name, await balanceOf(page)], settling)
      .toEqual([name, balance + added]);
  }
}

test('a screen of each kind stays as it is while the network is cut for a minute, and is updated afterwards', async ({
  registerPlayer,
  createContext,
  guildhall,
  network,
}) => {
  const player = await registerPlayer('traveller');
  const friend = await registerPlayer('friend');
  await buyGame(player, testData.owned);
  await befriend(friend, player);
  await sendMessage(friend, player, 'See you at noon.');
  const context = await createContext({ user: player });
  // The minute passes on the clock of the pages only.
  await context.clock.install();
  const screens: OpenScreen[] = [];
  for (const [name, path] of [
    ['a text', '/about'],
    ['a list of games', '/'],
    ['a game', `/game-info/${testData.notOwned}`],
    ['play', `/game-session/${testData.owned}`],
    ['a list of things for sale', '/community/market'],
    ['own things', '/library'],
    ['a form with texts', '/community/discussion/create-discussion'],
    ['a form with choices', '/settings/privacy'],
    ['a form with an amount', '/add-money'],
    ['a profile', '/profile'],
    ['live presence', `/profile/${player.username}/friends`],
    ['a live conversation', `/chat/${player.username}/${friend.username}`],
    ['notifications', '/profile/notification'],
  ] as const) {
    screens.push(await openScreen(context, network.origin, { name, path }));
  }
  const resume = network.hold();
  await addMoneyBesides(guildhall.origin, [player.storageState]);
  await context.clock.fastForward(cutMs);
  await expectOffline(screens);
  resume();
  await expectUpdated(screens);
});

for (const name of withNightly([], ['every screen'])) {
  test(`${name} stays as it is while the network is cut for a real minute, and is updated afterwards`, async ({
    registerPlayer,
    createContext,
    guildhall,
    network,
    testUsers,
  }) => {
    test.setTimeout(timeLimits.walkThrough);
    const { storageState: onlooker } = await registerPlayer('onlooker');
    const { storageState: otherOnlooker } = await registerPlayer('onlooker');
    const states = { ...testUsers, onlooker, otherOnlooker };
    const screens: OpenScreen[] = [];
    for (const who of players) {
      const context = await createContext({ storageState: states[who] });
      const own = everyScreen().filter(({ as }) => as === who);
      expect(own.length).toBeLessThanOrEqual(socketConstants.connectionsPerAccount);
      for (const screen of own) screens.push(await openScreen(context, network.origin, screen));
    }
    expect(screens.length).toBeGreaterThan(30);
    const cut = network.stall(cutMs);
    const all = players.flatMap((who) => states[who] ?? []);
    expect(all).toHaveLength(players.length);
    await addMoneyBesides(guildhall.origin, all);
    await expectOffline(screens);
    await cut;
    await expectUpdated(screens);
  });
}

/** Typed texts that are lost. An updated screen can have more fields than before. */
function missing(typed: string[], now: string[]): string[] {
  const left = [...now];
  return typed.filter((value) => {
    const place = left.indexOf(value);
    if (place >= 0) left.splice(place, 1);
    return place < 0;
  });
}

/** The balance in the navigation (cents). */
async function balanceOf(page: Page): Promise<number> {
  const text = await page.getByRole('navigation', { name: 'Main' }).innerText();
  const shown = /\$[\d,]+\.\d\d/.exec(text)?.[0] ?? '';
  return Number(shown.replace(/\D/g, ''));
}
