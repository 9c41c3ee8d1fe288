import type { Page } from '@playwright/test';
import { roundsOfRun, withNightly } from '#test/config/nightly.ts';
import { desktop } from './fixtures/browser-context.ts';
import { testData } from './fixtures/create-test-users.ts';
import { waitForHydration, waitForIdle } from './fixtures/hydration.ts';
import type { Screen } from './fixtures/screen.ts';
import { screensOf } from './fixtures/screens.ts';
import { expect, test } from './fixtures/test.ts';

test.use({ server: 'community' });
// Each worker takes the next screen, so that none is idle at the end.
test.describe.configure({ mode: 'parallel' });

/** The screens with the most lists and buttons. */
const busiest: readonly string[] = [
  ...['shop-player', 'game-owned', 'inventory', 'trades', 'moderation-log', 'discussions'],
];

// Screens that need steps to be reached are states of other screens.
const reached = screensOf(testData).filter(({ prepare, greeting }) => !prepare && !greeting);
const screens = withNightly(
  reached.filter(({ name }) => busiest.includes(name)),
  reached.filter(({ name }) => !busiest.includes(name)),
);

/** What a translator does with a text: it moves the text into its element, or puts a new text in its place. */
type Translator = 'moves' | 'replaces';

/** Runs in the page: rewrites all texts as the translator of a browser does, and adds elements as add-ons do. */
function rewriteTexts(how: Translator): void {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  for (let node = texts.nextNode(); node; node = texts.nextNode())
    if (node.textContent?.trim() && !node.parentElement?.closest('script, style, font, textarea'))
      found.push(node as Text);
  for (const text of found) {
    const outer = document.createElement('font');
    const inner = outer.appendChild(document.createElement('font'));
    text.before(outer);
    inner.append(how === 'moves' ? text : text.data);
    if (how === 'replaces') text.remove();
  }
  for (const part of document.querySelectorAll('main, main form, main label, main li')) {
    part.prepend(document.createElement('add-on-start'));
    part.append(document.createElement('add-on-end'));
  }
}

const rewrite = (page: Page, translator: Translator): Promise<void> =>
  page.evaluate(rewriteTexts, translator);

/** Rewrites the page when its HTML is complete, before React has begun with it. */
async function rewriteBeforeHydration(page: Page, translator: Translator): Promise<void> {
  await page.addInitScript(`document.addEventListener('readystatechange', () => {
    if (document.readyState !== 'interactive') return;
    const main = document.querySelector('main');
    window.wasHydrated = Object.keys(main).some((key) => key.startsWith('__react'));
    (${rewriteTexts})('${translator}');
  })`);
}

/** Presses the next button of the page and rewrites what it has shown; false after the last one. */
async function pressNext(page: Page, index: number): Promise<boolean> {
  return page.evaluate(async (at) => {
    const buttons = document.querySelectorAll<HTMLElement>('main button, main summary');
    buttons[at]?.click();
    for (let frame = 0; frame < 2; frame += 1)
      await new Promise((resolve) => requestAnimationFrame(resolve));
    for (const dialog of document.querySelectorAll<HTMLDialogElement>('dialog[open]'))
      dialog.dispatchEvent(new Event('cancel', { cancelable: true }));
    return at < buttons.length;
  }, index);
}

/** Collects the errors of React about nodes that are not where it left them. */
function collectMisplaced(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (/removeChild|insertBefore/.test(message.text())) errors.push(message.text());
  });
  return errors;
}

async function openScreen(page: Page, { path }: Screen): Promise<void> {
  await page.goto(path);
  await waitForHydration(page);
}

/** Puts a word of 200 letters into every text of lists, headings and paragraphs, and returns what is too wide. */
function findTooWide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const fixed = [
      'button, select, textarea, label, time, th, nav, script, svg, .sr-only, a[class*="min-h-"]',
      // Numbers, and words of the site that are short in every language.
      '.tabular-nums, .whitespace-nowrap, .rounded-full, .inline-flex, code',
    ].join();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const parent = node.parentElement;
      const isText = parent?.closest('main :is(h1, h2, h3, li, article, p, dd, td, figcaption)');
      if (/\p{L}{2}/u.test(node.textContent ?? '') && isText && !parent?.closest(fixed))
        found.push(node as Text);
    }
    for (const text of found) text.data = 'wordless'.repeat(25);
    const root = document.documentElement;
    if (root.scrollWidth <= root.clientWidth) return [];
    const isCut = (element: Element) => {
      for (let at = element.parentElement; at; at = at.parentElement)
        if (at !== document.body && getComputedStyle(at).overflowX !== 'visible' && at !== root)
          return true;
      return false;
    };
    // The texts that can have caused it.
    return [...document.querySelectorAll('main *')]
      .filter((one) => getComputedStyle(one).overflowWrap !== 'anywhere' && !isCut(one))
      .filter((one) => [...one.childNodes].some((node) => found.includes(node as Text)))
      .map((one) => `${one.tagName} ${one.className} in ${one.parentElement?.className}`)
      .concat(`${root.scrollWidth} > ${root.clientWidth}`);
  });
}

for (const [index, screen] of screens.entries()) {
  const translators = withNightly<Translator>(
    [index % 2 === 0 ? 'moves' : 'replaces'],
    [index % 2 === 0 ? 'replaces' : 'moves'],
  );
  test(`the screen ${screen.name} works with long words, a translator and add-ons`, async ({
    createContext,
    testUsers,
  }) => {
    const context = await createContext({ storageState: testUsers[screen.user] });
    const page = await context.newPage();
    await page.setViewportSize({ width: 320, height: 720 });
    await openScreen(page, screen);
    expect(await findTooWide(page)).toEqual([]);

    await page.setViewportSize(desktop);
    // Buttons that send a form change nothing: other screens need the data.
    await page.route('**/*', (route) =>
      route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 503 }),
    );
    const errors = collectMisplaced(page);
    for (const translator of translators) {
      await openScreen(page, screen);
      await rewrite(page, translator);
      for (let button = 0; button < roundsOfRun(8, 60); button += 1) {
        if (!(await pressNext(page, button))) break;
        await rewrite(page, translator);
      }
      await waitForIdle(page);
      await page.evaluate(() =>
        document.querySelector<HTMLElement>('footer a[href="/reference"]')?.click(),
      );
      await expect(page.getByRole('heading', { level: 1, name: 'Reference' })).toBeVisible();
    }
    expect(errors).toEqual([]);
  });
}

test('without the patch, React ends a page whose texts were rewritten', async ({ page }) => {
  const errors = collectMisplaced(page);
  await page.addInitScript(() => {
    const { removeChild, insertBefore } = Node.prototype;
    const removePatch = () => Object.assign(Node.prototype, { removeChild, insertBefore });
    Object.assign(window, { removePatch });
  });
  await page.goto('/register');
  await waitForHydration(page);
  await page.evaluate('removePatch()');
  await rewrite(page, 'moves');
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await expect.poll(() => errors.join()).toMatch(/removeChild|insertBefore/);
});

test('translated texts follow their page', async ({ page, createContext, testUsers }) => {
  const player = await (await createContext({ storageState: testUsers.newPlayer })).newPage();
  await page.goto('/register');
  await player.goto(`/profile/${testData.player}`);
  await Promise.all([waitForHydration(page), waitForHydration(player)]);
  for (const [translator, typed] of [
    ['moves', 'correct horse'],
    ['replaces', 'battery'],
  ] as const) {
    await rewrite(page, translator);
    const rule = page
      .locator('span')
      .filter({ hasText: /^At least 8 characters/ })
      .first();
    await page.getByLabel('Password', { exact: true }).fill(typed);
    if (typed.length >= 8) await expect(rule).toHaveText(/\(done\)/);
    else await expect(rule).not.toHaveText(/\(done\)/);

    await rewrite(player, translator);
    await player.getByRole('textbox', { name: 'Write a comment' }).fill(typed);
    await expect(player.getByText(`${typed.length} / 750`)).toBeVisible();
  }
});

for (const [index, name] of [
  'shop-player',
  'profile-comments',
  'market-cards-of-player',
].entries()) {
  test(`the screen ${name} works when a translator was faster than its scripts`, async ({
    createContext,
    testUsers,
  }) => {
    const screen = reached.find((one) => one.name === name);
    if (!screen) throw new Error(`There is no screen ${name}.`);
    const context = await createContext({ storageState: testUsers[screen.user] });
    const page = await context.newPage();
    const errors = collectMisplaced(page);
    await rewriteBeforeHydration(page, index % 2 === 0 ? 'moves' : 'replaces');
    await page.goto(screen.path);
    await waitForHydration(page);
    expect(await page.evaluate('window.wasHydrated')).toBe(false);
    await expect(page.locator('main h1').first()).toBeVisible();
    await page.evaluate(() =>
      document.querySelector<HTMLElement>('footer a[href="/reference"]')?.click(),
    );
    await expect(page.getByRole('heading', { level: 1, name: 'Reference' })).toBeVisible();
    await expect(page.locator('main')).toHaveCount(1);
    // React says that it found other texts than the server sent, and renders the page again.
    expect(errors.filter((text) => !text.includes('React error #418'))).toEqual([]);
  });
}
