import { withNightly } from '#test/config/nightly.ts';
import { marketFormsOf } from '#test/crash/market-forms.ts';
import { collectConsoleErrors } from './fixtures/console-errors.ts';
import { findViolations } from './fixtures/find-violations.ts';
import { giveCards } from './fixtures/give-cards.ts';
import { addMoney, sellCard } from './fixtures/player-actions.ts';
import { expect, test } from './fixtures/test.ts';

const crown = 'default-crown';
const cat = 'default-cat';

// Each with a game of its own, because an order buys from all sellers of the game.
for (const { name, viewport, game } of withNightly(
  [{ name: 'phone', viewport: { width: 390, height: 844 }, game: 12020 }],
  [{ name: 'desktop', viewport: { width: 1440, height: 1000 }, game: 13536 }],
)) {
  test(`a collector orders all missing cards, and another player sells one, ${name}`, async ({
    registerPlayer,
    createContext,
    guildhall,
  }) => {
    const seller = await registerPlayer('seller');
    const user = await registerPlayer('buyer');
    await giveCards(guildhall.dataDir, [
      { username: seller.username, gameId: game, setId: 'default', copies: 1 },
    ]);
    await sellCard(seller, { gameId: game, kindId: crown }, 75);
    await addMoney(user);
    const page = await (await createContext({ user, viewport })).newPage();
    const main = page.getByRole('main');
    const dialog = page.getByRole('dialog');
    const consoleErrors = collectConsoleErrors(page);

    await page.goto(`/collection/${game}`);
    await expect(main.getByRole('link', { name: 'Order Cat' })).toBeVisible();
    await main.getByRole('link', { name: 'Order all missing' }).click();
    await expect(main.getByRole('heading', { name: 'Order missing cards' })).toBeVisible();
    const priceOf = (card: string) => main.getByLabel(`Highest price for ${card}`);
    await expect(priceOf('Crown')).toHaveValue('0.75');
    await expect(priceOf('Cat')).toHaveValue('2.00');
    expect(await findViolations(page)).toEqual([]);

    // All cards at the suggested prices cost less than the balance; six of them are skipped.
    for (const card of ['Boring', 'Laugh', 'Smile', 'Pistol', 'Hand-Grenade', 'Shotgun'])
      await priceOf(card).fill('');
    await priceOf('Dog').fill('five');
    await main.getByRole('button', { name: 'Order…' }).click();
    await expect(main.getByText('Write a price such as 1.50.')).toBeVisible();
    await priceOf('Dog').fill('0.50');
    await expect(main.getByText('3 cards for up to $3.25')).toBeVisible();
    await main.getByRole('button', { name: 'Order…' }).click();
    await expect(dialog.getByText('bought at once from $0.75')).toBeVisible();
    await expect(dialog.getByText('ordered for up to $2.00')).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(priceOf('Dog')).toHaveValue('0.50');
    await main.getByRole('button', { name: 'Order…' }).press('Enter');
    await dialog.getByRole('button', { name: 'Order 3 cards' }).dblclick();

    const report = page.getByRole('heading', {
      name: 'One card bought for $0.75, 2 cards ordered',
    });
    await expect(report).toBeFocused();
    await expect(main.getByText('Ordered for $2.00')).toBeVisible();
    expect(await findViolations(page)).toEqual([]);

    // The other player sells for less than the order: it is bought at the price of the order.
    const { path, fields } = marketFormsOf(seller.username).sell(
      { gameId: game, kindId: cat },
      150,
    );
    await seller.send(path, { ...fields, confirmed: '200' });
    await page.goto('/community/market/orders');
    await expect(main.getByText('1 open order of at most 50, with $0.50 set aside.')).toBeVisible();
    await page.goto(`/collection/${game}/order`);
    await expect(main.getByText('You have ordered it for up to $0.50.')).toBeVisible();
    await expect(priceOf('Cat')).toHaveCount(0);
    await page.goto('/profile/wallet');
    await expect(main.getByText('$16.75').first()).toBeVisible();
    expect(consoleErrors).toEqual([]);
  });
}
