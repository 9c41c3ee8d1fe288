import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { waitForHydration } from './fixtures/hydration.ts';
import { captureStorageState, contextFor, password } from './fixtures/test-users.ts';
import { useGuildhall } from './fixtures/use-guildhall.ts';

const guildhall = useGuildhall({});

/** The longest possible username. */
const username = 'WatermelonWarrior_20';
type State = Awaited<ReturnType<typeof captureStorageState>>;
let player: State;

beforeAll(async () => {
  player = await captureStorageState(guildhall.browser, async ({ request }) => {
    const headers = { Origin: guildhall.origin, Accept: 'text/html' };
    const email = 'warrior@example.test';
    const register = { headers, form: { username, email, password } };
    await request.post(`${guildhall.origin}/register`, register);
    await request.post(`${guildhall.origin}/login`, { headers, form: { username, password } });
  });
});

interface Visit {
  width?: number;
  height?: number;
  state?: State;
  path?: string;
  script?: boolean;
}

/** Opens a page, waits until it is hydrated, and closes it after `use`. */
async function visit(visit: Visit, use: (page: Page) => Promise<void>) {
  const { width = 1280, height = 900, state, path = '/about', script = true } = visit;
  const context = script
    ? await contextFor(guildhall.browser, state, { viewport: { width, height }, theme: 'dark' })
    : await guildhall.browser.newContext({
        javaScriptEnabled: false,
        storageState: state,
        viewport: { width, height },
      });
  try {
    const page = await context.newPage();
    await page.goto(guildhall.origin + path);
    if (script) await waitForHydration(page);
    await use(page);
  } finally {
    await context.close();
  }
}

const bar = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const link = (page: Page, name: string) => bar(page).getByRole('link', { name, exact: true });
const yours = (page: Page) => bar(page).getByRole('button', { name: 'Your menu' });
/** An entry of the player's menu. Notifications is also a button of the bar. */
const own = (page: Page, name: string) =>
  bar(page).getByRole('list', { name: 'Yours' }).getByRole('link', { name, exact: true });
const entries = [
  'Profile',
  'Inventory',
  'Collection',
  'Friends',
  'Wallet',
  'Notifications',
  'Daily reward',
];

/** Visible elements of the bar that are outside of it or overlap others. */
function misplaced(page: Page): Promise<string[]> {
  return bar(page).evaluate((nav) => {
    const room = nav.getBoundingClientRect();
    const parts = [...nav.querySelectorAll('a, button, summary')]
      .filter((part) => part.checkVisibility({ visibilityProperty: true }))
      .map((part) => ({ name: part.textContent ?? '', box: part.getBoundingClientRect() }));
    return parts
      .filter(({ box }, index) => {
        const outside =
          box.left < room.left ||
          box.right > room.right ||
          box.top < room.top ||
          box.bottom > room.bottom;
        const over = parts
          .slice(index + 1)
          .some((other) => box.right > other.box.left + 1 && box.left < other.box.right - 1);
        return outside || over;
      })
      .map(({ name }) => name);
  });
}

describe('the bar of a player', () => {
  it.each([1051, 1280, 1440])('shows every entry in one row at %i px', async (width) => {
    await visit({ width, state: player }, async (page) => {
      const balance = bar(page).getByText('$0.00');
      // The largest possible balance.
      await balance.evaluate((money) => {
        money.textContent = '$100,000.00';
      });
      for (const name of ['Shop', 'Library', 'Market', 'About']) {
        expect(await link(page, name).isVisible(), name).toBe(true);
      }
      expect(await bar(page).getByRole('button', { name: 'Logout' }).isVisible()).toBe(true);
      const profile = bar(page).getByRole('link', { name: username });
      expect(await profile.getAttribute('href')).toBe('/profile');
      expect(await profile.textContent()).toContain('$100,000.00');
      expect(await misplaced(page)).toEqual([]);
      const cut = await bar(page)
        .getByText(username)
        .evaluate((name) => name.scrollWidth - name.clientWidth);
      expect(cut).toBe(0);
    });
  });

  it('has the player’s pages in a menu, which marks the current page', async () => {
    await visit({ state: player }, async (page) => {
      for (const name of entries) expect(await own(page, name).isVisible(), name).toBe(false);
      await yours(page).click();
      for (const name of entries) expect(await own(page, name).isVisible(), name).toBe(true);
      await own(page, 'Wallet').click();
      await page.waitForURL(`${guildhall.origin}/profile/wallet`);
      await own(page, 'Wallet').waitFor({ state: 'hidden' });
      await yours(page).click();
      expect(await own(page, 'Wallet').getAttribute('aria-current')).toBe('page');
      expect(await own(page, 'Inventory').getAttribute('aria-current')).toBe(null);
    });
  });

  it('opens and closes its menu by keyboard and restores the focus', async () => {
    await visit({ state: player }, async (page) => {
      await yours(page).focus();
      await page.keyboard.press('Enter');
      await own(page, 'Inventory').waitFor();
      expect(await yours(page).getAttribute('aria-expanded')).toBe('true');
      await page.keyboard.press('Tab');
      const focused = page.locator(':focus');
      expect(await focused.textContent()).toBe('Profile');
      await page.keyboard.press('Escape');
      await own(page, 'Inventory').waitFor({ state: 'hidden' });
      expect(await focused.getAttribute('aria-label')).toBe('Your menu');
      expect(await yours(page).getAttribute('aria-expanded')).toBe('false');

      await page.keyboard.press('Enter');
      await own(page, 'Inventory').waitFor();
      await page.mouse.click(5, 600);
      await own(page, 'Inventory').waitFor({ state: 'hidden' });
    });
  });

  it('has the choice of theme in its menu and remembers it', async () => {
    await visit({ state: player }, async (page) => {
      await yours(page).click();
      await bar(page).getByRole('button', { name: 'Light theme' }).click();
      await page.reload();
      expect(await page.locator('html').getAttribute('data-theme')).toBe('light');
      await waitForHydration(page);
      await yours(page).click();
      const light = bar(page).getByRole('button', { name: 'Light theme' });
      await expect.poll(() => light.getAttribute('aria-pressed')).toBe('true');
    });
  });

  it('opens its menu without scripts', async () => {
    await visit({ state: player, script: false }, async (page) => {
      await yours(page).click();
      expect(await bar(page).getByRole('button', { name: 'Light theme' }).isVisible()).toBe(false);
      await own(page, 'Inventory').click();
      await page.waitForURL(`${guildhall.origin}/profile/${username}/inventory`);
    });
  });

  it.each([
    [320, 568],
    [390, 844],
    [1050, 800],
  ])('holds everything behind one button at %i px', async (width, height) => {
    await visit({ width, height, state: player, script: width !== 390 }, async (page) => {
      expect(await misplaced(page)).toEqual([]);
      expect(await yours(page).isVisible()).toBe(false);
      await page.locator('summary[aria-label=Menu]').click();
      const all = ['Shop', 'Library', 'About', 'Home', 'Social', 'Discussion', ...entries];
      for (const name of all) {
        const entry = link(page, name).last();
        await entry.scrollIntoViewIfNeeded();
        await entry.click({ trial: true });
      }
      expect(await link(page, 'Market').count()).toBe(2);
      await bar(page).getByRole('link', { name: username }).click({ trial: true });
      await bar(page).getByRole('button', { name: 'Logout' }).click({ trial: true });
      const sideways = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(sideways).toBe(0);
    });
  });
});

describe('the bar of a visitor', () => {
  it('has Register, Login and the choice of theme', async () => {
    await visit({}, async (page) => {
      expect(await link(page, 'Login').getAttribute('href')).toBe('/login');
      expect(await link(page, 'Register').getAttribute('href')).toBe('/register');
      expect(await link(page, 'Library').count()).toBe(0);
      expect(await yours(page).count()).toBe(0);
      const dark = bar(page).getByRole('button', { name: 'Dark theme' });
      expect(await dark.isVisible()).toBe(false);
      await bar(page).getByRole('button', { name: 'Theme' }).click();
      await dark.click();
      expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
      await page.keyboard.press('Escape');
      await dark.waitFor({ state: 'hidden' });
    });
  });

  it('has these entries in the menu on a phone', async () => {
    await visit({ width: 320, height: 568 }, async (page) => {
      await page.locator('summary[aria-label=Menu]').click();
      for (const name of ['Shop', 'About', 'Discussion', 'Login', 'Register']) {
        await link(page, name).click({ trial: true });
      }
      await bar(page).getByRole('button', { name: 'Light theme' }).click();
      expect(await page.locator('html').getAttribute('data-theme')).toBe('light');
    });
  });
});

describe('the Community menu', () => {
  it.each([
    ['/community/discussions', 'Discussion'],
    ['/community/social', 'Social'],
    ['/community/market', 'Market'],
  ])('at %s lights %s alone', async (path, name) => {
    await visit({ path }, async (page) => {
      await page.locator('summary', { hasText: 'Community' }).click();
      const menu = bar(page).getByRole('list', { name: 'Community' });
      const lit = menu.locator('[aria-current=page]');
      expect(await lit.allTextContents()).toEqual([name]);
    });
  });
});
