import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { testData } from './fixtures/create-test-users.ts';
import { waitForHydration } from './fixtures/hydration.ts';
import { findLayoutProblems } from './fixtures/layout-problems.ts';
import type { TestUserKind } from './fixtures/screen.ts';
import { contextFor } from './fixtures/test-users.ts';
import { useGuildhall } from './fixtures/use-guildhall.ts';

const guildhall = useGuildhall({ PLAY_CYCLE_MS: '700' }, { testUsers: true });

/** Opens a page of a test user at this width, and closes it after `use`. */
async function at(
  width: number,
  who: TestUserKind,
  path: string,
  use: (page: Page) => Promise<void>,
) {
  const viewport = { width, height: 900 };
  const context = await contextFor(guildhall.browser, guildhall.userStates[who], {
    viewport,
    theme: 'dark',
  });
  try {
    const page = await context.newPage();
    await page.goto(guildhall.origin + path);
    await use(page);
  } finally {
    await context.close();
  }
}

describe('the breakpoints of the specification', () => {
  it('collapse the navigation at 1050 px', async () => {
    await at(1050, 'player', '/', async (page) => {
      const about = page
        .getByRole('navigation', { name: 'Main' })
        .getByRole('link', { name: 'About' });
      expect(await about.isVisible()).toBe(false);
      await page.locator('summary[aria-label=Menu]').click();
      await page
        .getByRole('navigation', { name: 'Main' })
        .getByRole('link', { name: 'About' })
        .waitFor();
    });
    await at(1051, 'player', '/', async (page) => {
      await page
        .getByRole('navigation', { name: 'Main' })
        .getByRole('link', { name: 'About' })
        .waitFor();
      expect(await page.locator('summary[aria-label=Menu]').isVisible()).toBe(false);
    });
  });

  it('leave enough space for the sort orders of a search at 320 px', async () => {
    await at(320, 'visitor', '/?q=the', async (page) => {
      await page.getByRole('link', { name: 'Best match' }).waitFor();
      expect(await findLayoutProblems(page)).toEqual([]);
    });
  });

  it('move Play into the selected game at 768 px', async () => {
    const insideList = (page: Page) =>
      page.getByRole('main').getByRole('listitem').getByRole('link', { name: 'Play Portal 2' });
    const path = `/library?game=${testData.owned}`;
    await at(768, 'player', path, (page) => insideList(page).waitFor());
    await at(769, 'player', path, async (page) => {
      await page.getByRole('link', { name: 'Play Portal 2' }).locator('visible=true').waitFor();
      expect(await insideList(page).isVisible()).toBe(false);
    });
  });

  it('show a card of the inventory in a modal up to 650 px, and beside the grid above', async () => {
    const path = `/profile/${testData.player}/inventory`;
    await at(650, 'visitor', path, async (page) => {
      await page.getByRole('main').locator('ul a').first().click();
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
    });
    await at(651, 'visitor', path, async (page) => {
      await page.getByRole('complementary').waitFor();
      expect(await page.getByRole('dialog').count()).toBe(0);
    });
  });

  it('show 24 items per page at 1920 px without a parameter in the address', async () => {
    const path = `/profile/${testData.player}/inventory`;
    for (const [width, items] of [
      [1920, '24'],
      [1919, '20'],
    ] as const) {
      await at(width, 'visitor', path, async (page) => {
        await expect.poll(() => page.getByLabel('Per page').inputValue()).toBe(items);
        expect(page.url()).not.toContain('perPage');
      });
    }
  });
});

describe('the grids of the shop', () => {
  const list = (page: Page) => page.locator('section[aria-labelledby=list-title]');

  /** Presses a key. Returns the index of the focused link, or -1. */
  async function press(page: Page, links: Locator, key: string): Promise<number> {
    await page.keyboard.press(key);
    return links.evaluateAll((all) => all.indexOf(document.activeElement as HTMLAnchorElement));
  }

  it('can be navigated with the arrow keys', async () => {
    await at(1280, 'visitor', '/', async (page) => {
      await waitForHydration(page);
      const links = list(page).getByRole('listitem').getByRole('heading').getByRole('link');
      await links.first().focus();
      expect(await press(page, links, 'ArrowRight')).toBe(1);
      // There are four games in a row.
      expect(await press(page, links, 'ArrowDown')).toBe(5);
      expect(await press(page, links, 'ArrowLeft')).toBe(4);
      expect(await press(page, links, 'ArrowUp')).toBe(0);
      expect(await press(page, links, 'End')).toBe(23);
      expect(await press(page, links, 'Home')).toBe(0);
      expect(await press(page, links, 'Tab')).toBe(1);
    });
  });

  it('have separate shelves, in which the arrow keys reach the visible games', async () => {
    await at(1100, 'visitor', '/', async (page) => {
      await waitForHydration(page);
      const shelf = page.getByRole('region', { name: 'New', exact: true });
      const links = shelf.getByRole('listitem').getByRole('link');
      await links.first().focus();
      const shown = await links.count();
      expect(await press(page, links, 'End')).toBe(shown - 1);
      expect(await press(page, links, 'ArrowRight')).toBe(shown - 1);
      expect(await press(page, links, 'ArrowLeft')).toBe(shown - 2);
    });
  });

  it('have as many games as the player chooses, with and without scripts', async () => {
    const titles = (page: Page) => list(page).getByRole('listitem').getByRole('heading');
    await at(390, 'visitor', '/?genre=action', async (page) => {
      await waitForHydration(page);
      expect(await titles(page).count()).toBe(24);
      await page.getByLabel('Per page', { exact: true }).selectOption('50');
      await expect.poll(() => titles(page).count()).toBe(50);
      expect(new URL(page.url()).search).toBe('?genre=action&perPage=50');
      await page.getByRole('link', { name: 'Next' }).click();
      await page.waitForURL(/page=2/);
      expect(new URL(page.url()).searchParams.get('perPage')).toBe('50');
      await page.getByLabel('Per page', { exact: true }).selectOption('24');
      await expect.poll(() => new URL(page.url()).search).toBe('?genre=action');
      expect(await findLayoutProblems(page)).toEqual([]);
    });
    const context = await guildhall.browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${guildhall.origin}/?genre=action`);
    await page.getByLabel('Per page', { exact: true }).selectOption('50');
    await page.getByRole('button', { name: 'Apply' }).click();
    expect(await titles(page).count()).toBe(50);
    await context.close();
  });
});

describe('the timers of the specification', () => {
  it('show after five seconds that the banner did not load', async () => {
    const context = await contextFor(guildhall.browser, undefined, {
      viewport: { width: 1280, height: 900 },
      theme: 'dark',
    });
    const page = await context.newPage();
    await page.clock.install();
    // The request for the banner is never answered.
    await page.route('**/art/banner-*', () => {});
    await page.goto(guildhall.origin, { waitUntil: 'domcontentloaded' });
    const failed = page.getByText('Failed to load banner. Please refresh your cache.');
    await page.waitForFunction(() => document.querySelector('main')?.hasAttribute('tabindex'));
    expect(await failed.isVisible()).toBe(false);
    await expect
      .poll(async () => {
        await page.clock.fastForward(5_001);
        return failed.isVisible();
      })
      .toBe(true);
    await context.close();
  });

  it('remove the error of a registration after five seconds', async () => {
    const context = await contextFor(guildhall.browser, undefined, {
      viewport: { width: 1280, height: 900 },
      theme: 'dark',
    });
    const page = await context.newPage();
    await page.clock.install();
    await page.goto(`${guildhall.origin}/register`);
    await page.getByLabel('Username').fill(testData.player);
    await page.getByLabel('Email').fill('someone-else@example.test');
    await page.getByLabel('Password').fill('correct horse battery');
    await page.getByRole('main').getByRole('button', { name: 'Register' }).click();
    const error = page.getByRole('alert');
    await error.getByText('This username is already taken.').waitFor();
    await page.clock.fastForward(4_000);
    expect(await error.isVisible()).toBe(true);
    await page.clock.fastForward(1_100);
    await error.waitFor({ state: 'hidden' });
    await context.close();
  });
});

describe('a lost connection', () => {
  it('leaves the game on the screen, and play continues when the server is back', async () => {
    await at(1280, 'player', `/game-session/${testData.owned}`, async (page) => {
      const start = page.getByRole('button', { name: 'Start Playing' });
      if (await start.isVisible()) await start.click();
      const won = page
        .locator('section', { hasText: 'Cards of this session' })
        .getByRole('listitem');
      await won.first().waitFor();
      await page.context().setOffline(true);
      await page.getByText('The server cannot be reached at the moment.').waitFor();
      const before = await won.count();
      await page.context().setOffline(false);
      await expect.poll(() => won.count()).toBeGreaterThan(before);
    });
  });

  it('keeps what was typed into a form', async () => {
    await at(1280, 'player', '/profile/edit', async (page) => {
      await page.waitForLoadState('networkidle');
      await page.getByLabel('Name', { exact: true }).fill('Typed on a train');
      await page.context().setOffline(true);
      await page.getByRole('button', { name: 'Save changes' }).click();
      await page.getByText('Failed to update profile.').waitFor();
      expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Typed on a train');
    });
  });
});

describe('without scripts', () => {
  it('a player buys, adds money and edits the profile', async () => {
    const context = await guildhall.browser.newContext({
      javaScriptEnabled: false,
      storageState: guildhall.userStates.newPlayer,
    });
    const page = await context.newPage();
    const { origin } = guildhall;
    await page.goto(`${origin}/profile`);
    await page.getByRole('link', { name: 'Add Money' }).click();
    await page.getByLabel('Amount').fill('33.50');
    await page.getByRole('button', { name: 'Add Money' }).click();
    await page.getByText('$33.50 added.').waitFor();
    await page.goto(`${origin}/game-info/${testData.notOwned}`);
    await page.getByRole('button', { name: 'Buy' }).click();
    await page.getByRole('main').getByRole('link', { name: 'Play' }).first().waitFor();
    await page.goto(`${origin}/profile/edit`);
    await page.getByLabel('Name', { exact: true }).fill('No Script');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Profile updated successfully!').waitFor();
    await context.close();
  });
});
