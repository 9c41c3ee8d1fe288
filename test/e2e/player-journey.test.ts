import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { register, registerOnScreens } from './fixtures/test-users.ts';
import { useGuildhall } from './fixtures/use-guildhall.ts';

const guildhall = useGuildhall({ PLAY_CYCLE_MS: '900' });

/** Collects errors and warnings of the browser console. Empty when everything works. */
function collectConsoleErrors(page: Page): string[] {
  const heard: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) heard.push(message.text());
  });
  page.on('pageerror', (error) => heard.push(error.message));
  return heard;
}

describe.each([
  { device: 'desktop', viewport: { width: 1280, height: 900 } },
  { device: 'phone', viewport: { width: 390, height: 844 } },
])('on a $device', ({ device, viewport }) => {
  it('a new player finds a game, registers, claims, adds money, buys, plays and collects', async () => {
    const { origin } = guildhall;
    const context = await guildhall.browser.newContext({ viewport });
    const page = await context.newPage();
    const heard = collectConsoleErrors(page);
    const main = page.getByRole('main');
    const small = viewport.width <= 1050;
    const balance = async (text: string) => {
      if (small) await page.locator('summary[aria-label=Menu]').click();
      await page.getByRole('navigation', { name: 'Main' }).getByText(text).waitFor();
      if (small) await page.locator('summary[aria-label=Menu]').click();
    };

    // Find a game.
    await page.goto(origin);
    await page.getByRole('heading', { name: 'The future of gaming is here' }).waitFor();
    await page.getByRole('searchbox').fill('PORTAL 2');
    await page.getByRole('searchbox').press('Enter');
    await page.waitForURL(/q=PORTAL/);
    await main.getByRole('link', { name: 'Portal 2' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Portal 2' }).waitFor();
    const gameUrl = page.url();

    // Register and get the greeting of the daily reward.
    await registerOnScreens(page, origin, `newPlayer-${device}`);
    const greeting = page.getByRole('dialog', { name: 'Your daily reward is here' });
    await greeting.getByRole('button', { name: 'Claim your reward' }).click();
    await page.getByText('$20.00 claimed. Your balance is $20.00 now.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await balance('$20.00');

    // Add money.
    await page.goto(`${origin}/profile`);
    await page.getByRole('link', { name: 'Add Money' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add Money' });
    await dialog.getByLabel('Amount').fill('50.004');
    await dialog.getByText('$70.00').waitFor();
    await dialog.getByRole('button', { name: 'Add Money' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await main.getByText('$70.00').waitFor();

    // Buy.
    await page.goto(gameUrl);
    await main.getByText('$60.01').first().waitFor();
    await main.getByRole('button', { name: 'Buy' }).first().click();
    await main.getByRole('link', { name: 'Play' }).first().waitFor();
    await balance('$60.01');
    await main.getByRole('link', { name: 'Play' }).first().click();

    // Play from the library.
    await page.waitForURL(/\/library\?game=4200$/);
    await main.getByRole('link', { name: 'Play Portal 2' }).locator('visible=true').click();
    await page.getByRole('button', { name: 'Start Playing' }).click();
    await expect
      .poll(() => page.getByRole('button', { name: 'Game is Active' }).isDisabled())
      .toBe(true);
    const won = main.locator('section', { hasText: 'Cards of this session' }).getByRole('listitem');
    await expect.poll(() => won.count(), { timeout: 20_000 }).toBeGreaterThanOrEqual(2);
    const count = await won.count();

    // See the cards in the inventory.
    await page.goto(`${origin}/profile/newPlayer-${device}/inventory`);
    await main.getByRole('heading', { name: 'Portal 2' }).waitFor();
    const lead = await main.getByText(/^\d+ cards$/).innerText();
    expect(Number.parseInt(lead, 10)).toBeGreaterThanOrEqual(count);

    // See every movement in the wallet.
    await page.goto(`${origin}/profile/wallet`);
    await main.getByText('Game: Portal 2').waitFor();
    expect(await main.getByRole('row').count()).toBe(4);

    expect(heard).toEqual([]);
    await context.close();
  });
});

describe('a guest', () => {
  it('can buy and play after one click, and keeps everything after registration', async () => {
    const { origin } = guildhall;
    const context = await guildhall.browser.newContext();
    const page = await context.newPage();
    await page.goto(`${origin}/login`);
    await page.getByRole('button', { name: 'Login as Guest' }).click();
    await page.getByRole('button', { name: 'Claim your reward' }).click();
    await page.getByText('$20.00 claimed. Your balance is $20.00 now.').waitFor();
    await page.goto(`${origin}/game-info/4200`);
    await page.getByRole('button', { name: 'Buy' }).first().click();
    await page.getByRole('link', { name: 'Play' }).first().waitFor();

    await page.goto(`${origin}/register`);
    await page.getByLabel('Username').fill('was-a-guest');
    await page.getByLabel('Email').fill('was-a-guest@example.test');
    await page.getByLabel('Password').fill('correct horse battery');
    await page
      .getByRole('main')
      .getByRole('button', { name: /register/i })
      .click();
    await page.waitForURL(`${origin}/`);

    await page.goto(`${origin}/library`);
    await page.getByRole('heading', { name: 'Portal 2' }).waitFor();
    await page.getByRole('navigation').getByText('was-a-guest').first().waitFor();
    await context.close();
  });
});

describe('a screen that requires a login', () => {
  it('redirects a visitor to the login and back afterwards', async () => {
    const { origin } = guildhall;
    const context = await guildhall.browser.newContext();
    const page = await context.newPage();
    await register(page, origin, 'comes-back');
    await context.clearCookies();
    await page.goto(`${origin}/profile/wallet?page=1`);
    await page.waitForURL(/\/login\?next=/);
    await page.getByLabel('Username').fill('COMES-BACK');
    await page.getByLabel('Password').fill('correct horse battery');
    await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL(`${origin}/profile/wallet?page=1`);
    await context.close();
  });
});
