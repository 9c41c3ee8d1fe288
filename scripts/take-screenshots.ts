import { execFileSync } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { cleanUp, startGuildhall } from '#test/crash/guildhall-process.ts';
import { makePreparedDataDir } from '#test/crash/prepared-data-dir.ts';
import { createBrowserContext, type Theme } from '#test/e2e/fixtures/browser-context.ts';
import {
  createTestUsers,
  type TestUserStates,
  testData,
} from '#test/e2e/fixtures/create-test-users.ts';
import { finishAnimations } from '#test/e2e/fixtures/finish-animations.ts';
import { findLayoutProblems } from '#test/e2e/fixtures/layout-problems.ts';
import type { Screen } from '#test/e2e/fixtures/screen.ts';
import { screensOf } from '#test/e2e/fixtures/screens.ts';
import { launchBrowser } from '#test/fixtures/browser.ts';
import { drawContactSheets } from './contact-sheets.ts';

/**
 * Takes a screenshot of every screen in every width and theme and writes it to `pictures/`. Fails when a
 * page scrolls sideways, has overlapping controls or has script errors.
 * `npm run pictures -- shop play` takes only the screens whose names contain one of the words.
 * `npm run pictures -- sheets` draws only the contact sheets, without starting the application.
 */
const widths = [390, 768, 1050, 1440, 1920];
const themes: Theme[] = ['dark', 'light'];
const folder = 'pictures';
const wanted = process.argv.slice(2);

async function draw(
  browser: Browser,
  origin: string,
  users: TestUserStates,
  screen: Screen,
  width: number,
) {
  const problems: string[] = [];
  const viewport = { width, height: width < 700 ? 844 : 1000 };
  const context = await createBrowserContext(browser, {
    storageState: users[screen.user],
    viewport,
    theme: 'dark',
    greeting: screen.greeting,
  });
  const page = await context.newPage();
  page.on('pageerror', (error) => problems.push(`script error: ${error.message}`));
  await page.goto(origin + screen.path);
  await screen.prepare?.(page);
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme });
    await waitForImages(page);
    await finishAnimations(page);
    await page.screenshot({
      path: path.join(folder, `${screen.name}-${width}-${theme}.png`),
      fullPage: true,
    });
  }
  problems.push(...(await findLayoutProblems(page)));
  await context.close();
  return problems.map((problem) => `${screen.name} at ${width}: ${problem}`);
}

/** Waits until pictures and fonts are loaded. */
async function waitForImages(page: Page): Promise<void> {
  await page.evaluate(async () => {
    window.scrollTo(0, document.body.scrollHeight);
    await document.fonts.ready;
    await Promise.all(
      [...document.images].map((image) => {
        image.loading = 'eager';
        return image.decode().catch(() => {});
      }),
    );
    window.scrollTo(0, 0);
  });
}

/** Draws the contact sheets of the catalog's pictures. */
async function drawSheets(): Promise<void> {
  const sheets = path.join(folder, 'sheets');
  console.log(`${await drawContactSheets('public/art', sheets)} contact sheets in ${sheets}/`);
}

if (wanted.includes('sheets')) {
  await drawSheets();
  process.exit(0);
}
execFileSync(process.execPath, ['scripts/build.ts', '--if-needed'], { stdio: 'inherit' });
const dataDir = await makePreparedDataDir();
const browser = await launchBrowser();
const problems: string[] = [];
let pictures = 0;
try {
  const { origin } = await startGuildhall(dataDir, { PLAY_CYCLE_MS: '700' });
  const users = await createTestUsers(browser, origin, dataDir);
  if (wanted.length === 0) await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const screens = screensOf(testData).filter(
    ({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)),
  );
  for (const screen of screens) {
    for (const width of widths.filter((candidate) => candidate <= (screen.upTo ?? candidate))) {
      problems.push(...(await draw(browser, origin, users, screen, width)));
      pictures += themes.length;
    }
  }
} finally {
  await browser.close();
  await cleanUp(dataDir);
}
if (wanted.length === 0) await drawSheets();
for (const problem of problems) console.log(`✗ ${problem}`);
console.log(`${pictures} pictures in ${folder}/, ${problems.length} problems`);
process.exit(problems.length === 0 ? 0 : 1);
