import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { cardDraws, users } from '#database/schema.ts';
import { withNightly } from '#test/config/nightly.ts';
import { withServerDatabase } from '#test/fixtures/server-database.ts';
import { testData } from './fixtures/create-test-users.ts';
import { findViolations } from './fixtures/find-violations.ts';
import { openLivePage, waitForHydration } from './fixtures/hydration.ts';
import { befriend, buyGame } from './fixtures/player-actions.ts';
import { expect, type TestFixtures, test } from './fixtures/test.ts';

/** A new player with games, and a page on which the first one is played. */
async function startGame(
  { registerPlayer, openPage }: Pick<TestFixtures, 'registerPlayer' | 'openPage'>,
  prefix: string,
  games: [number, ...number[]] = [testData.owned],
) {
  const user = await registerPlayer(prefix);
  for (const gameId of games) await buyGame(user, gameId);
  const page = await openPage(`/game-session/${games[0]}`, { user });
  await startPlaying(page);
  return { user, page };
}

async function startPlaying(page: Page) {
  await page.getByRole('button', { name: 'Start Playing' }).click();
  await expect(page.getByRole('button', { name: 'Game is Active' })).toBeVisible();
}

for (const { device, width, height } of withNightly(
  [{ device: 'phone', width: 390, height: 844 }],
  [{ device: 'desktop', width: 1440, height: 900 }],
)) {
  test(`the play bar follows on other screens and gets the cards (${device})`, async ({
    openPage,
    registerPlayer,
  }) => {
    const { page } = await startGame({ registerPlayer, openPage }, 'traveller');
    await page.setViewportSize({ width, height });
    const bar = page.getByRole('complementary', { name: 'Playing' });
    await expect(bar).toBeHidden();

    await page.getByRole('link', { name: 'Back to library' }).click();
    await expect(bar.getByText(/^Last card: /)).toBeVisible();
    await expect(bar.getByRole('progressbar')).toBeVisible();
    expect(await findViolations(page)).toEqual([]);

    // The cards that came meanwhile are on the play screen.
    await bar.getByRole('link', { name: 'Portal 2' }).click();
    const won = page.locator('section', { hasText: 'Cards of this session' });
    await expect(won.getByRole('listitem').first()).toBeVisible();

    await page.getByRole('link', { name: 'Back to library' }).click();
    await bar.getByRole('button', { name: 'Stop' }).click();
    await expect(bar).toBeHidden();
    await page.goto(`/game-session/${testData.owned}`);
    await expect(page.getByRole('button', { name: 'Start Playing' })).toBeEnabled();
  });
}

test('the play bar stays after a visit to the play screen of another game, which takes its place when it is started in another browser', async ({
  openPage,
  registerPlayer,
}) => {
  const games: [number, number] = [testData.owned, testData.idle];
  const { user, page } = await startGame({ registerPlayer, openPage }, 'two-games', games);

  await page.goto(`/game-session/${testData.idle}`);
  await waitForHydration(page);
  await expect(page.getByRole('button', { name: 'Start Playing' })).toBeEnabled();
  await page.getByRole('link', { name: 'Back to library' }).click();
  const bar = page.getByRole('complementary', { name: 'Playing' });
  await expect(bar.getByRole('link', { name: 'Portal 2' })).toBeVisible();

  // Another browser of the same account.
  const other = await openPage(`/game-session/${testData.idle}`, { user });
  const game = await other.getByRole('heading', { level: 1 }).innerText();
  await startPlaying(other);
  await expect(bar.getByRole('link', { name: game })).toBeVisible();
  await expect(bar.getByRole('link', { name: 'Portal 2' })).toBeHidden();
  await other.goto(`/game-session/${testData.owned}`);
  await expect(other.getByRole('button', { name: 'Start Playing' })).toBeEnabled();
  await other.getByRole('link', { name: 'Back to library' }).click();
  // It ends in all browsers.
  const inOther = other.getByRole('complementary', { name: 'Playing' });
  await expect(inOther.getByRole('link', { name: game })).toBeVisible();
  await bar.getByRole('button', { name: 'Stop' }).click();
  await expect(bar).toBeHidden();
  await expect(inOther).toBeHidden();
});

test('the play bar is shown in a second tab, and ends in both', async ({
  openPage,
  registerPlayer,
}) => {
  const { page } = await startGame({ registerPlayer, openPage }, 'second-tab');
  const other = await page.context().newPage();
  await other.goto('/about');
  const bar = other.getByRole('complementary', { name: 'Playing' });
  await expect(bar.getByText(/^Last card: /)).toBeVisible();
  await page.getByRole('link', { name: 'Back to library' }).click();
  const first = page.getByRole('complementary', { name: 'Playing' });
  await expect(first).toBeVisible();
  await bar.getByRole('button', { name: 'Stop' }).click();
  await expect(bar).toBeHidden();
  await expect(first).toBeHidden();
});

test('the play bar disappears and sends nothing more when the login has ended elsewhere', async ({
  createContext,
  registerPlayer,
}) => {
  const user = await registerPlayer('logged-out');
  await buyGame(user, testData.owned);
  await user.send(`/game-session/${testData.owned}`, { intent: 'start' });
  const context = await createContext({ user });
  await context.addInitScript(() => localStorage.setItem('playing', 'yes'));
  // Without a socket the page is not told that its session has ended.
  await context.route(/socket\.io/, (route) => route.abort());
  await context.routeWebSocket(/socket\.io/, (socket) => socket.close());
  const page = await context.newPage();
  await page.clock.install();
  await page.goto('/about');
  const bar = page.getByRole('complementary', { name: 'Playing' });
  await expect(bar).toBeVisible();

  const requests: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/play') requests.push(request.method());
  });
  await user.send('/logout', {});
  await expect(bar).toBeHidden();
  const sent = requests.length;
  await page.clock.runFor(60_000);
  expect(requests).toHaveLength(sent);
});

test('the play bar says that the connection is lost, and no card comes twice', async ({
  openPage,
  registerPlayer,
  guildhall,
}) => {
  const user = await registerPlayer('cut-off');
  await buyGame(user, testData.owned);
  const page = await openPage('/about', { user });
  const network = { isCut: false, lostAnswers: 0 };
  /** The idempotency keys of the awards that the server confirmed. */
  const awards = new Set<string>();
  await page.context().route('**/play', async (route) => {
    const form = new URLSearchParams(route.request().postData() ?? '');
    if (form.get('intent') !== 'award') {
      await (network.isCut ? route.abort('connectionreset') : route.continue());
      return;
    }
    // The server gets the request, also when the answer is lost.
    const response = await route.fetch();
    const { error } = await response.json();
    if (error === null) awards.add(form.get('key') ?? '');
    if (network.isCut) {
      network.lostAnswers += 1;
      await route.abort('connectionreset');
    } else {
      await route.fulfill({ response });
    }
  });
  await user.send(`/game-session/${testData.owned}`, { intent: 'start' });
  await page.evaluate(() => localStorage.setItem('playing', 'yes'));
  await page.reload();
  const bar = page.getByRole('complementary', { name: 'Playing' });
  const problem = bar.getByText('The server cannot be reached at the moment.');
  await expect(bar.getByText(/^Last card: /)).toBeVisible();

  network.isCut = true;
  await expect(problem).toBeVisible();
  await expect.poll(() => network.lostAnswers).toBeGreaterThan(1);
  network.isCut = false;
  await expect(problem).toBeHidden();
  await expect(bar.getByText(/^Last card: /)).toBeVisible();
  const before = awards.size;
  await expect.poll(() => awards.size).toBeGreaterThan(before);
  await bar.getByRole('button', { name: 'Stop' }).click();
  await expect(bar).toBeHidden();
  await page.context().unrouteAll({ behavior: 'wait' });

  await withServerDatabase(guildhall.dataDir, async (db) => {
    const drawn = await db
      .select({ cardId: cardDraws.cardId })
      .from(cardDraws)
      .innerJoin(users, eq(users.id, cardDraws.userId))
      .where(eq(users.username, user.username.toLowerCase()));
    expect(drawn.length).toBe(awards.size);
  });
});

test('friends see which game a player is playing until it stops', async ({
  openPage,
  createContext,
  registerPlayer,
}) => {
  const [player, friend] = [await registerPlayer('player'), await registerPlayer('friend')];
  await befriend(player, friend);
  await buyGame(player, testData.owned);
  const page = await openPage(`/game-session/${testData.owned}`, { user: player });
  const context = await createContext({ user: friend });
  const [list, profile] = [await context.newPage(), await context.newPage()];
  await openLivePage(list, `/profile/${friend.username}/friends`);
  await openLivePage(profile, `/profile/${player.username}`);
  await startPlaying(page);
  const game = list.getByRole('main').getByRole('link', { name: 'Portal 2' });
  await expect(game).toBeVisible();
  expect(await findViolations(list)).toEqual([]);
  await expect(profile.getByRole('main').getByText('Online, playing Portal 2')).toBeVisible();

  await page.getByRole('link', { name: 'Back to library' }).click();
  await page
    .getByRole('complementary', { name: 'Playing' })
    .getByRole('button', { name: 'Stop' })
    .click();
  await expect(game).toBeHidden();
  await expect(profile.getByRole('main').getByText('Online', { exact: true })).toBeVisible();
});
