import { testData } from './fixtures/create-test-users.ts';
import { findViolations } from './fixtures/find-violations.ts';
import { waitForHydration } from './fixtures/hydration.ts';
import { buyGame } from './fixtures/player-actions.ts';
import { expect, test } from './fixtures/test.ts';

for (const { device, width, height } of [
  { device: 'desktop', width: 1440, height: 900 },
  { device: 'phone', width: 390, height: 844 },
]) {
  test(`the play bar follows on other screens and gets the cards (${device})`, async ({
    openPage,
    registerPlayer,
  }) => {
    const user = await registerPlayer('traveller');
    await buyGame(user, testData.owned);
    const page = await openPage(`/game-session/${testData.owned}`, { user });
    await page.setViewportSize({ width, height });
    const bar = page.getByRole('complementary', { name: 'Playing' });
    await page.getByRole('button', { name: 'Start Playing' }).click();
    await expect(page.getByRole('button', { name: 'Game is Active' })).toBeVisible();
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

test('the play bar stays after a visit to the play screen of another game', async ({
  openPage,
  registerPlayer,
}) => {
  const user = await registerPlayer('two-games');
  await buyGame(user, testData.owned);
  await buyGame(user, testData.idle);
  const page = await openPage(`/game-session/${testData.owned}`, { user });
  await page.getByRole('button', { name: 'Start Playing' }).click();
  await expect(page.getByRole('button', { name: 'Game is Active' })).toBeVisible();

  await page.goto(`/game-session/${testData.idle}`);
  await waitForHydration(page);
  await expect(page.getByRole('button', { name: 'Start Playing' })).toBeEnabled();
  await page.getByRole('link', { name: 'Back to library' }).click();
  const bar = page.getByRole('complementary', { name: 'Playing' });
  await expect(bar.getByRole('link', { name: 'Portal 2' })).toBeVisible();
});

test('the play bar is shown in a second tab, and ends in both', async ({
  openPage,
  registerPlayer,
}) => {
  const user = await registerPlayer('second-tab');
  await buyGame(user, testData.owned);
  const page = await openPage(`/game-session/${testData.owned}`, { user });
  await page.getByRole('button', { name: 'Start Playing' }).click();
  await expect(page.getByRole('button', { name: 'Game is Active' })).toBeVisible();
  const other = await page.context().newPage();
  await other.goto('/about');
  const bar = other.getByRole('complementary', { name: 'Playing' });
  await expect(bar.getByText(/^Last card: /)).toBeVisible();
  await page.goto('/library');
  const first = page.getByRole('complementary', { name: 'Playing' });
  await expect(first).toBeVisible();
  await bar.getByRole('button', { name: 'Stop' }).click();
  await expect(bar).toBeHidden();
  await expect(first).toBeHidden();
});
