import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { contextFor, register } from './fixtures/test-users.ts';
import { useGuildhall } from './fixtures/use-guildhall.ts';

const guildhall = useGuildhall({ PLAY_CYCLE_MS: '600' });

/** Adds money and buys the game. */
async function own(page: Page, game: number) {
  await page.goto(`${guildhall.origin}/add-money`);
  await page.getByRole('button', { name: 'Add Money' }).click();
  await page.getByText('$20.00 added.').first().waitFor();
  await page.goto(`${guildhall.origin}/game-info/${game}`);
  await page.getByRole('button', { name: 'Buy' }).click();
  await page.getByRole('link', { name: 'Play' }).first().waitFor();
}

/** Plays until `cards` cards are awarded. */
async function collect(page: Page, game: number, cards: number) {
  await page.goto(`${guildhall.origin}/game-session/${game}`);
  await page.getByRole('button', { name: 'Start Playing' }).click();
  const won = page.locator('section', { hasText: 'Cards of this session' }).getByRole('listitem');
  await won.nth(cards - 1).waitFor({ timeout: 30_000 });
}

/** Puts the first card of the inventory up for sale. Returns its name. */
async function sellFirst(page: Page, username: string, price: string): Promise<string> {
  await page.goto(`${guildhall.origin}/profile/${username}/inventory`);
  const detail = page.getByRole('complementary');
  const name = await detail.getByRole('heading', { level: 2 }).innerText();
  await detail.getByLabel('Price').fill(price);
  await detail.getByRole('button', { name: /^Sell/ }).click();
  await page
    .getByText(/for sale/i)
    .first()
    .waitFor();
  return name;
}

describe.each([
  { way: 'with script', javaScriptEnabled: true, game: 4200 },
  { way: 'without script', javaScriptEnabled: false, game: 13536 },
])('$way', ({ way, javaScriptEnabled, game }) => {
  it('a collector goes from a game to a card and buys the missing cards', async () => {
    const { browser, origin } = guildhall;
    const seller = `seller-${way.replace(' ', '-')}`.slice(0, 20);
    const collector = `buyer-${way.replace(' ', '-')}`.slice(0, 20);
    const size = { viewport: { width: 1280, height: 900 }, theme: 'dark' } as const;

    const selling = await contextFor(browser, undefined, size);
    const shop = await selling.newPage();
    await register(shop, origin, seller);
    await own(shop, game);
    await collect(shop, game, 1);
    const card = await sellFirst(shop, seller, '0.75');
    await selling.close();

    const looking = await contextFor(browser, undefined, size);
    const first = await looking.newPage();
    await register(first, origin, collector);
    await own(first, game);
    const storageState = await looking.storageState();
    await looking.close();

    const buying = await browser.newContext({ storageState, javaScriptEnabled, ...size });
    // The daily greeting would cover the page.
    const day = new Date().toISOString().slice(0, 10);
    await buying.addInitScript((today) => localStorage.setItem('reward-greeted', today), day);
    const page = await buying.newPage();
    const main = page.getByRole('main');
    const heard: string[] = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) heard.push(message.text());
    });

    await page.goto(`${origin}/game-info/${game}`);
    await main
      .locator('section', { hasText: 'Cards to collect' })
      .getByRole('link', { name: card })
      .click();
    await page.getByRole('heading', { level: 1, name: card }).waitFor();
    await main.getByText('Sold by').first().waitFor();
    await main.getByText('You have none of these.').waitFor();

    await page.goto(`${origin}/collection`);
    await main.locator(`a[href="/collection/${game}"]`).click();
    await page.waitForURL(`${origin}/collection/${game}`);
    await expect.poll(() => main.getByLabel('Highest total').inputValue()).toBe('0.75');
    await main.getByLabel('Highest total').fill('five');
    await main.getByRole('button', { name: 'Buy the missing cards' }).click();
    await main.getByText('Enter an amount such as 20 or 20.50.').waitFor();
    await main.getByLabel('Highest total').fill('5');
    if (javaScriptEnabled) {
      await main.getByRole('button', { name: 'Buy the missing cards' }).click();
      const dialog = page.getByRole('dialog', { name: /^Buy the missing cards for up to \$5\.00/ });
      await dialog.getByText('$5.01').waitFor();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await main.getByRole('button', { name: 'Buy the missing cards' }).click();
      // The button is pressed twice.
      await dialog.getByRole('button', { name: 'Buy', exact: true }).dblclick();
    } else {
      await main.getByRole('button', { name: 'Buy the missing cards' }).dblclick();
    }
    const report = page.getByRole('heading', { name: 'One card bought for $0.75' });
    await report.waitFor();
    if (javaScriptEnabled) {
      await expect
        .poll(() => report.evaluate((node) => node === document.activeElement))
        .toBe(true);
    }
    await main.getByText('Yours', { exact: true }).waitFor();

    // A reload shows the report again and buys nothing.
    await page.reload();
    await report.waitFor();
    await page.goto(`${origin}/profile/wallet`);
    await main.getByText('$9.26').first().waitFor();
    expect(heard.filter((line) => !line.includes('400 (Bad Request)'))).toEqual([]);
    await buying.close();
  });
});
