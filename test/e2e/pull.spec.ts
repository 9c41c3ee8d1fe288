import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { gameProgress, users } from '#database/schema.ts';
import { gameplayConstants } from '#shared/constants/gameplay.ts';
import { withNightly } from '#test/config/nightly.ts';
import { withServerDatabase } from '#test/fixtures/server-database.ts';

import { testData } from './fixtures/create-test-users.ts';
import { findViolations } from './fixtures/find-violations.ts';
import { pauseClock } from './fixtures/paused-clock.ts';
import { buyGame } from './fixtures/player-actions.ts';
import { test as base, expect, type Visit } from './fixtures/test.ts';
import type { TestUser } from './fixtures/test-user.ts';

const path = `/game-session/${testData.owned}`;

interface Fixtures {
  /** A player with a game. */
  user: TestUser;
  /** Starts to play in a page with motion whose clock stands still. */
  play: (visit?: Visit) => Promise<Page>;
}

const test = base.extend<Fixtures>({
  user: async ({ registerPlayer }, use) => {
    const user = await registerPlayer('puller');
    await buyGame(user, testData.owned);
    await use(user);
  },
  play: async ({ openPage, user }, use) =>
    use(async (visit) => {
      const page = await openPage(path, { user, ...visit });
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      // Before the first card.
      await pauseClock(page);
      await start(page);
      return page;
    }),
});

async function start(page: Page) {
  await page.getByRole('button', { name: 'Start Playing' }).click();
  await expect(page.getByRole('button', { name: 'Game is Active' })).toBeVisible();
}

const faceDown = (page: Page) => page.getByRole('button', { name: 'Turn the card over' });
const announcement = (page: Page) => page.getByText(/^You got a card: /);
const wonCards = (page: Page) =>
  page.locator('section', { hasText: 'Cards of this session' }).getByRole('listitem');

/** Moves the clock in steps shorter than a card lies face down, until `condition` is true. */
async function playUntil(page: Page, condition: () => Promise<boolean>) {
  const step = async () => {
    await page.clock.runFor(100);
    return condition();
  };
  await expect.poll(step, { intervals: [50] }).toBe(true);
}

/** Makes the next card of the player a legendary one. */
async function makeNextLegendary(dataDir: string, { username }: TestUser) {
  await withServerDatabase(dataDir, async (db) => {
    const [row] = await db
      .select({ id: users.id })
      .from(users)
      .where(eq(users.username, username.toLowerCase()));
    if (!row) throw new Error(`There is no account named ${username}.`);
    const cardsSinceLegendary = gameplayConstants.longestStreak - 1;
    await db
      .insert(gameProgress)
      .values({ userId: row.id, gameId: testData.owned, cardsSinceLegendary });
  });
}

for (const { device, viewport } of withNightly(
  [{ device: 'phone', viewport: { width: 390, height: 844 } }],
  [{ device: 'desktop', viewport: { width: 1440, height: 900 } }],
)) {
  test(`a card lies face down until it is turned over by keyboard, and says where it is (${device})`, async ({
    play,
    user,
  }) => {
    const page = await play({ viewport });
    await playUntil(page, () => faceDown(page).isVisible());
    await expect(announcement(page)).toHaveCount(0);
    await expect(wonCards(page)).toHaveCount(0);

    await faceDown(page).focus();
    await page.keyboard.press('Space');
    await expect(announcement(page)).toHaveText(/^You got a card: .+, \w+\. It is new\.$/);
    await expect(announcement(page)).toHaveCount(1);
    await expect(wonCards(page)).toHaveCount(1);
    await expect(page.getByText('New', { exact: true })).toBeVisible();
    const name = await wonCards(page).locator('figcaption > :first-child').innerText();
    // The focus stays on the card.
    await expect(page.getByRole('button', { name: `${name}, ` })).toBeFocused();
    await expect(page.getByRole('link', { name: '1 of 9' })).toHaveAttribute(
      'href',
      `/collection/${testData.owned}`,
    );
    await page.getByRole('button', { name: 'Stop' }).click();
    await expect(page.getByRole('button', { name: 'Start Playing' })).toBeVisible();
    await page.clock.resume();
    expect(await findViolations(page)).toEqual([]);

    await page.getByRole('link', { name: 'In your inventory' }).click();
    await expect(page).toHaveURL(new RegExp(`/profile/${user.username}/inventory\\?item=`));
    await expect(page.getByRole('heading', { name }).locator('visible=true').first()).toBeVisible();
  });
}

test('a legendary card throws sparks for two seconds', async ({ play, user, guildhall }) => {
  await makeNextLegendary(guildhall.dataDir, user);
  const page = await play();
  const sparks = page.getByRole('main').locator('canvas');
  await playUntil(page, () => faceDown(page).isVisible());
  await expect(sparks).toHaveCount(0);
  await faceDown(page).click();
  await expect(announcement(page)).toHaveText('You got a card: Crown, legendary. It is new.');
  // No other card may come while the sparks fly.
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByRole('button', { name: 'Start Playing' })).toBeVisible();
  await playUntil(page, () => sparks.isVisible());
  await page.clock.runFor(1_500);
  await expect(sparks).toBeVisible();
  await page.clock.runFor(700);
  await expect(sparks).toHaveCount(0);
});

test('a card that nobody touches turns over by itself, and sparks end when the tab is hidden', async ({
  play,
  user,
  guildhall,
}) => {
  await makeNextLegendary(guildhall.dataDir, user);
  const page = await play();
  const sparks = page.getByRole('main').locator('canvas');
  const hide = (hidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  await playUntil(page, () => faceDown(page).isVisible());
  await expect(announcement(page)).toHaveCount(0);
  await playUntil(page, async () => (await announcement(page).count()) === 1);
  await playUntil(page, () => sparks.isVisible());
  await hide(true);
  await expect(sparks).toHaveCount(0);
  // A hidden tab has none.
  const before = await wonCards(page).count();
  await playUntil(page, async () => (await wonCards(page).count()) > before);
  await expect(faceDown(page)).toHaveCount(0);
  await expect(sparks).toHaveCount(0);
});

test('with reduced motion a card lies face up at once and nothing moves', async ({
  openPage,
  user,
  guildhall,
}) => {
  await makeNextLegendary(guildhall.dataDir, user);
  const page = await openPage(path, { user });
  await page.evaluate(() => {
    Object.assign(window, { moved: [] });
    new MutationObserver(() => {
      const found = document.querySelector('main canvas, [aria-label="Turn the card over"]');
      if (found) Reflect.get(window, 'moved').push(found.outerHTML);
    }).observe(document.body, { childList: true, subtree: true, attributes: true });
  });
  await start(page);
  await expect(wonCards(page).nth(1)).toBeVisible();
  expect(await page.evaluate(() => Reflect.get(window, 'moved'))).toEqual([]);
});

test('sounds are off until they are chosen, and the choice is that of the settings', async ({
  openPage,
  user,
}) => {
  const page = await openPage(path, { user });
  await page.evaluate(() => {
    Object.assign(window, { notes: 0 });
    const { prototype } = AudioScheduledSourceNode;
    const startNode = prototype.start;
    prototype.start = function count(when?: number) {
      Object.assign(window, { notes: Reflect.get(window, 'notes') + 1 });
      startNode.call(this, when);
    };
  });
  const notes = () => page.evaluate<number>(() => Reflect.get(window, 'notes'));
  const sound = page.getByRole('button', { name: 'Sound' });
  await start(page);
  await expect(wonCards(page).first()).toBeVisible();
  await expect(sound).toHaveAttribute('aria-pressed', 'false');
  expect(await notes()).toBe(0);

  const saved = page.waitForResponse((response) =>
    /intent=sound/.test(response.request().postData() ?? ''),
  );
  await sound.click();
  await saved;
  await expect(sound).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(notes).toBeGreaterThan(0);
  const sample = await notes();
  await expect.poll(notes).toBeGreaterThan(sample);

  await page.getByRole('button', { name: 'Stop' }).click();
  await page.goto('/settings');
  await expect(page.getByLabel('Sound')).toBeChecked();
  await page.goto(path);
  await expect(sound).toHaveAttribute('aria-pressed', 'true');
  await sound.click();
  await expect(sound).toHaveAttribute('aria-pressed', 'false');
});
