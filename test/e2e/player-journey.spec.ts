import { withNightly } from '#test/config/nightly.ts';
import { desktop, phone } from './fixtures/browser-context.ts';
import { collectConsoleErrors } from './fixtures/console-errors.ts';
import { testData } from './fixtures/create-test-users.ts';
import { expect, test, uniqueName } from './fixtures/test.ts';
import { password, registerOnScreens } from './fixtures/test-user.ts';

test.use({ loadsImages: true });

for (const { device, viewport } of withNightly(
  [{ device: 'phone', viewport: phone }],
  [{ device: 'desktop', viewport: desktop }],
)) {
  test(`on a ${device} a new player finds a game, registers, claims, adds money, buys, plays and collects`, async ({
    createContext,
  }) => {
    const context = await createContext({ viewport, greeting: true });
    const page = await context.newPage();
    const username = uniqueName(`new-${device}`);
    const consoleErrors = collectConsoleErrors(page);
    const main = page.getByRole('main');
    const small = viewport.width <= 1050;
    const balance = async (text: string) => {
      if (small) await page.locator('summary[aria-label=Menu]').click();
      await expect(page.getByRole('navigation', { name: 'Main' }).getByText(text)).toBeVisible();
      if (small) await page.locator('summary[aria-label=Menu]').click();
    };

    // Find a game.
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'The future of gaming is here' })).toBeVisible();
    await page.getByRole('searchbox').fill('PORTAL 2');
    await page.getByRole('searchbox').press('Enter');
    await page.waitForURL(/q=PORTAL/);
    await main.getByRole('link', { name: 'Portal 2' }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: 'Portal 2' })).toBeVisible();
    const gameUrl = page.url();

    // Register and get the greeting of the daily reward.
    await registerOnScreens(page, username);
    const greeting = page.getByRole('dialog', { name: 'Your daily reward is here' });
    await greeting.getByRole('button', { name: 'Claim your reward' }).click();
    await expect(page.getByText('$20.00 claimed. Your balance is $20.00 now.')).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await balance('$20.00');

    // Add money.
    await page.goto('/profile');
    await page.getByRole('link', { name: 'Add Money' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add Money' });
    await dialog.getByLabel('Amount').fill('50.004');
    await expect(dialog.getByText('$70.00')).toBeVisible();
    await dialog.getByRole('button', { name: 'Add Money' }).click();
    await expect(dialog).toBeHidden();
    await expect(main.getByText('$70.00')).toBeVisible();

    // Buy.
    await page.goto(gameUrl);
    await expect(main.getByText('$60.01').first()).toBeVisible();
    await main.getByRole('button', { name: 'Buy' }).first().click();
    await expect(main.getByRole('link', { name: 'Play' }).first()).toBeVisible();
    await balance('$60.01');
    await main.getByRole('link', { name: 'Play' }).first().click();

    // Play from the library.
    await page.waitForURL(/\/library\?game=4200$/);
    await main.getByRole('link', { name: 'Play Portal 2' }).locator('visible=true').click();
    await page.getByRole('button', { name: 'Start Playing' }).click();
    await expect(page.getByRole('button', { name: 'Game is Active' })).toBeDisabled();
    const won = main.locator('section', { hasText: 'Cards of this session' }).getByRole('listitem');
    await expect.poll(() => won.count()).toBeGreaterThanOrEqual(2);
    const count = await won.count();

    // See the cards in the inventory.
    await page.goto(`/profile/${username}/inventory`);
    await expect(main.getByRole('heading', { name: 'Portal 2' })).toBeVisible();
    const lead = await main.getByText(/^\d+ cards$/).innerText();
    expect(Number.parseInt(lead, 10)).toBeGreaterThanOrEqual(count);

    // See every movement in the wallet.
    await page.goto('/profile/wallet');
    await expect(main.getByText('Game: Portal 2')).toBeVisible();
    await expect(main.getByRole('row')).toHaveCount(4);

    expect(consoleErrors).toEqual([]);
  });
}

test.describe('a guest', () => {
  test('can buy and play after one click, and keeps everything after registration', async ({
    createContext,
  }) => {
    const page = await (await createContext({ greeting: true })).newPage();
    const username = uniqueName('was-a-guest');
    await page.goto('/login');
    await page.getByRole('button', { name: 'Login as Guest' }).click();
    await page.getByRole('button', { name: 'Claim your reward' }).click();
    await expect(page.getByText('$20.00 claimed. Your balance is $20.00 now.')).toBeVisible();
    await page.goto('/game-info/4200');
    await page.getByRole('button', { name: 'Buy' }).first().click();
    await expect(page.getByRole('link', { name: 'Play' }).first()).toBeVisible();

    await page.goto('/register');
    await page.getByLabel('Username').fill(username);
    await page.getByLabel('Email').fill(`${username}@example.test`);
    await page.getByLabel('Password').fill(password);
    await page
      .getByRole('main')
      .getByRole('button', { name: /register/i })
      .click();
    await page.waitForURL('/');

    await page.goto('/library');
    await expect(page.getByRole('heading', { name: 'Portal 2' })).toBeVisible();
    await expect(page.getByRole('navigation').getByText(username).first()).toBeVisible();
  });
});

test.describe('a screen that requires a login', () => {
  test('redirects a visitor to the login and back afterwards', async ({
    registerPlayer,
    createContext,
  }) => {
    const { username } = await registerPlayer('comes-back');
    const page = await (await createContext()).newPage();
    await page.goto('/profile/wallet?page=1');
    await page.waitForURL(/\/login\?next=/);
    await page.getByLabel('Username').fill(username.toUpperCase());
    await page.getByLabel('Password').fill(password);
    await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL('/profile/wallet?page=1');
  });
});

test('without scripts a player adds money, buys a game and edits the profile', async ({
  openPage,
  registerPlayer,
}) => {
  const user = await registerPlayer('scriptless');
  const page = await openPage('/profile', { user, javaScriptEnabled: false });
  await page.getByRole('link', { name: 'Add Money' }).click();
  await page.getByLabel('Amount').fill('33.50');
  await page.getByRole('button', { name: 'Add Money' }).click();
  await expect(page.getByText('$33.50 added.')).toBeVisible();
  await page.goto(`/game-info/${testData.notOwned}`);
  await page.getByRole('button', { name: 'Buy' }).click();
  await expect(page.getByRole('main').getByRole('link', { name: 'Play' }).first()).toBeVisible();
  await page.goto('/profile/edit');
  await page.getByLabel('Name', { exact: true }).fill('No Script');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Profile updated successfully!')).toBeVisible();
});
