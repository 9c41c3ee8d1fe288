import type { Route } from '@playwright/test';
import { withNightly } from '#test/config/nightly.ts';
import { followLink, revalidate } from './fixtures/client-router.ts';
import { testData } from './fixtures/create-test-users.ts';
import { waitForHydration, waitForSocket } from './fixtures/hydration.ts';
import { connectionBar, data, isSameDocument, main, test } from './fixtures/offline-test.ts';
import { buyGame } from './fixtures/player-actions.ts';
import { expect } from './fixtures/test.ts';

/** The ways in which a request for page data fails. */
const failures = {
  'is cut': (route) => route.abort('connectionreset'),
  'answers 500': (route) => route.fulfill({ status: 500, body: 'Internal Server Error' }),
  'answers 502': (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }),
  'answers 503': (route) => route.fulfill({ status: 503, body: 'Service Unavailable' }),
  'answers the page of another': (route) => route.fulfill({ status: 200, body: '<html>' }),
} satisfies Record<string, (route: Route) => Promise<void>>;

type Failure = keyof typeof failures;

test.describe('a screen that is open', () => {
  test('stays as it is while its revalidation fails, and keeps what was typed into a form that cannot be sent', async ({
    open,
  }) => {
    const page = await open('/profile/edit');
    const description = page.getByLabel('Description');
    await description.fill('typed before the cut');
    for (const name of withNightly<Failure>(
      ['is cut', 'answers 500'],
      ['answers 502', 'answers 503', 'answers the page of another'],
    )) {
      await test.step(`the revalidation ${name}`, async () => {
        await page.context().route(data, failures[name]);
        await revalidate(page);
        await expect(connectionBar(page)).toBeVisible();
        await expect(description).toHaveValue('typed before the cut');
        await expect(page.getByRole('button', { name: 'Logout' }).first()).toBeVisible();

        await page.context().unroute(data);
        await expect(connectionBar(page)).toBeHidden();
        await expect(description).toHaveValue('typed before the cut');
        expect(await isSameDocument(page)).toBe(true);
      });
    }

    const message = page.getByText('Failed to update profile.');
    await page.context().route(data, (route) => route.abort('connectionreset'));
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(message).toBeVisible();
    await expect(description).toHaveValue('typed before the cut');
    // The message stays while the page tries again.
    await revalidate(page);
    await expect(connectionBar(page)).toBeVisible();
    await page.context().unroute(data);
    await expect(connectionBar(page)).toBeHidden();
    await expect(message).toBeVisible();
    await expect(description).toHaveValue('typed before the cut');
  });

  test('shows the game that is played, and play continues when the server is back', async ({
    player,
    open,
  }) => {
    await buyGame(player, testData.owned);
    const page = await open(`/game-session/${testData.owned}`);
    await page.getByRole('button', { name: 'Start Playing' }).click();
    const won = page.locator('section', { hasText: 'Cards of this session' }).getByRole('listitem');
    await expect(won.first()).toBeVisible();
    await page.context().setOffline(true);
    await expect(page.getByText('The server cannot be reached at the moment.')).toBeVisible();
    const before = await won.count();
    expect(before).toBeGreaterThan(0);
    await page.context().setOffline(false);
    await expect.poll(() => won.count()).toBeGreaterThan(before);
    expect(await isSameDocument(page)).toBe(true);
  });

  test('shows at once that the network is gone and is updated when it is back', async ({
    open,
  }) => {
    const page = await open('/messages');
    await page.context().setOffline(true);
    await expect(page.getByRole('status').getByText('Offline. Trying again…')).toBeVisible();
    await page.context().setOffline(false);
    await expect(connectionBar(page)).toBeHidden();
    expect(await isSameDocument(page)).toBe(true);
  });

  test('shows that it is offline when the ping of the server is late although no connection was closed', async ({
    createContext,
    player,
  }) => {
    const context = await createContext({ user: player });
    const page = await context.newPage();
    await page.clock.install();
    const connected = waitForSocket(page);
    await page.goto('/profile/edit');
    await connected;
    await waitForHydration(page);
    await context.route(data, (route) => route.abort('connectionreset'));
    // By default the library waits for 45 s.
    const now = await page.evaluate(() => Date.now());
    await page.clock.pauseAt(now + 40_000);
    await expect(page.getByRole('status').getByText('Offline. Trying again…')).toBeVisible();

    await context.unroute(data);
    await page.clock.resume();
    await expect(connectionBar(page)).toBeHidden();
  });
});

interface Screen {
  path: string;
  /** The text when it cannot be loaded. */
  error: string | RegExp;
  /** A text that only the loaded screen has. */
  loaded: string;
}

const screens = {
  social: {
    path: '/community/social',
    error: 'Failed to load users.',
    loaded: 'Who was here last',
  },
  friends: {
    path: '/profile/:player/friends',
    error: 'Failed to load friends list.',
    loaded: 'No friends found.',
  },
  notifications: {
    path: '/profile/notification',
    error: 'Failed to load friend requests.',
    loaded: 'No friend requests at this time.',
  },
  library: {
    path: '/library',
    error: /Error loading games: ./,
    loaded: 'You do not own any games yet.',
  },
  profile: {
    path: '/profile',
    error: 'Failed to load user profile.',
    loaded: 'Edit Profile',
  },
  about: {
    path: '/about',
    error: 'Failed to load this page.',
    loaded: 'Games are better with a hall to come home to',
  },
} satisfies Record<string, Screen>;

/** The start page, the screen of the link, and how the request fails. */
type Click = [from: string, to: Screen, failure: Failure];
const clicks = withNightly<Click>(
  [
    ['/about', screens.social, 'is cut'],
    ['/', screens.library, 'answers 500'],
    ['/', screens.profile, 'answers 502'],
    ['/', screens.about, 'answers the page of another'],
  ],
  [
    ['/profile', screens.friends, 'is cut'],
    ['/profile', screens.notifications, 'is cut'],
    ['/', screens.library, 'is cut'],
    ['/', screens.profile, 'is cut'],
    ['/', screens.profile, 'answers 503'],
  ],
);

test('a click shows the error text of its own screen if the request fails', async ({
  player,
  open,
}) => {
  const page = await open(clicks[0]?.[0] ?? '/');
  for (const [from, { path, error, loaded }, name] of clicks) {
    await test.step(`from ${from} to ${path}, the request ${name}`, async () => {
      const to = path.replace(':player', player.username);
      if (new URL(page.url()).pathname !== from) await followLink(page, from);
      await page.context().route(data, failures[name]);
      await page.locator(`a[href="${to}"]:visible`).first().click();
      await expect(main(page).getByText(error)).toBeVisible();
      await expect(main(page).getByText(loaded)).toHaveCount(0);
      expect(new URL(page.url()).pathname).toBe(to);
      await expect(page.getByRole('button', { name: 'Logout' }).first()).toBeVisible();
      // Network errors in the console are expected here.
      if (name !== 'answers 500') await expect(page.getByText(/our fault/)).toHaveCount(0);

      await page.context().unroute(data);
      const again = main(page).getByRole('link', { name: 'Try again' });
      // When the server was not reached, the page also retries automatically.
      if (name === 'answers 500') await again.click();
      await expect(main(page).getByText(loaded)).toBeVisible();
      await expect(main(page).getByRole('heading', { level: 1 })).toBeVisible();
      await expect(main(page).getByText(error)).toHaveCount(0);
      await expect(again).toHaveCount(0);
      await expect(connectionBar(page)).toBeHidden();
      expect(await isSameDocument(page)).toBe(true);
    });
  }
});
