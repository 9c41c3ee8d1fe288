import { collectConsoleErrors } from './fixtures/console-errors.ts';
import { giveCards } from './fixtures/give-cards.ts';
import { buyGame, sellCard } from './fixtures/player-actions.ts';
import { expect, test } from './fixtures/test.ts';

const kindId = 'default-crown';
const card = 'Crown';

// Each with a game of its own, because the missing cards of a game are bought from all sellers.
for (const { way, javaScriptEnabled, game } of [
  { way: 'with script', javaScriptEnabled: true, game: 4062 },
  { way: 'without script', javaScriptEnabled: false, game: 5286 },
]) {
  test(`a collector goes from a game to a card and buys the missing cards, ${way}`, async ({
    registerPlayer,
    createContext,
    guildhall,
  }) => {
    const seller = await registerPlayer('seller');
    await giveCards(guildhall.dataDir, [
      { username: seller.username, gameId: game, setId: 'default', copies: 1 },
    ]);
    await sellCard(seller, { gameId: game, kindId }, 75);
    const user = await registerPlayer('buyer');
    await buyGame(user, game);
    const page = await (await createContext({ user, javaScriptEnabled })).newPage();
    const main = page.getByRole('main');
    const consoleErrors = collectConsoleErrors(page);

    await page.goto(`/game-info/${game}`);
    await main
      .locator('section', { hasText: 'Cards to collect' })
      .getByRole('link', { name: card })
      .click();
    await expect(page.getByRole('heading', { level: 1, name: card })).toBeVisible();
    await expect(main.getByText('Sold by').first()).toBeVisible();
    await expect(main.getByText('You have none of these.')).toBeVisible();

    await page.goto('/collection');
    await main.locator(`a[href="/collection/${game}"]`).click();
    await page.waitForURL(`/collection/${game}`);
    await expect(main.getByLabel('Highest total')).toHaveValue('0.75');
    await main.getByLabel('Highest total').fill('five');
    await main.getByRole('button', { name: 'Buy the missing cards' }).click();
    await expect(main.getByText('Enter an amount such as 20 or 20.50.')).toBeVisible();
    await main.getByLabel('Highest total').fill('5');
    if (javaScriptEnabled) {
      await main.getByRole('button', { name: 'Buy the missing cards' }).click();
      const dialog = page.getByRole('dialog', { name: /^Buy the missing cards for up to \$5\.00/ });
      await expect(dialog.getByText('$5.01')).toBeVisible();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await main.getByRole('button', { name: 'Buy the missing cards' }).click();
      // The button is pressed twice.
      await dialog.getByRole('button', { name: 'Buy', exact: true }).dblclick();
    } else {
      await main.getByRole('button', { name: 'Buy the missing cards' }).dblclick();
    }
    const report = page.getByRole('heading', { name: 'One card bought for $0.75' });
    await expect(report).toBeVisible();
    if (javaScriptEnabled) {
      await expect(report).toBeFocused();
    }
    await expect(main.getByText('Yours', { exact: true })).toBeVisible();

    // A reload shows the report again and buys nothing.
    await page.reload();
    await expect(report).toBeVisible();
    await page.goto('/profile/wallet');
    await expect(main.getByText('$9.26').first()).toBeVisible();
    expect(consoleErrors.filter((line) => !line.includes('400 (Bad Request)'))).toEqual([]);
  });
}
