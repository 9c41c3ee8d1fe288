import { execFileSync } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { cleanUp, startGuildhall } from '#test/crash/guildhall-process.ts';
import { makePreparedDataDir } from '#test/crash/prepared-data-dir.ts';
import { faultsOf } from '#test/e2e/fixtures/layout-faults.ts';
import type { Screen } from '#test/e2e/fixtures/screen.ts';
import { screensOf } from '#test/e2e/fixtures/screens.ts';
import { settle } from '#test/e2e/fixtures/settle.ts';
import { props, raiseCurtain } from '#test/e2e/fixtures/startup-script.ts';
import { type Cast, contextFor, type Theme } from '#test/e2e/fixtures/test-users.ts';
import { launchBrowser } from '#test/fixtures/browser.ts';
import { drawContactSheets } from './contact-sheets.ts';

/**
 * Writes a picture of every screen × width × theme × state to `pictures/`, for people to look at, and
 * fails on what no picture should show: sideways scroll, overlapping controls, script errors.
 * `npm run pictures -- shop play` draws only the screens whose names contain one of the words,
 * `npm run pictures -- sheets` only the drawn art side by side, without starting the application.
 */
const widths = [390, 768, 1050, 1440, 1920];
const themes: Theme[] = ['dark', 'light'];
const folder = 'pictures';
const wanted = process.argv.slice(2);

async function draw(browser: Browser, origin: string, cast: Cast, screen: Screen, width: number) {
  const faults: string[] = [];
  const viewport = { width, height: width < 700 ? 844 : 1000 };
  const context = await contextFor(browser, cast[screen.who], {
    viewport,
    theme: 'dark',
    greeting: screen.greeting,
  });
  const page = await context.newPage();
  page.on('pageerror', (error) => faults.push(`script error: ${error.message}`));
  await page.goto(origin + screen.path);
  await screen.act?.(page);
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme });
    await loaded(page);
    await settle(page);
    await page.screenshot({
      path: path.join(folder, `${screen.name}-${width}-${theme}.png`),
      fullPage: true,
    });
  }
  faults.push(...(await faultsOf(page)));
  await context.close();
  return faults.map((fault) => `${screen.name} at ${width}: ${fault}`);
}

/** Waits for pictures and fonts. */
async function loaded(page: Page): Promise<void> {
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

/** Puts the drawn art side by side, see `drawContactSheets`. */
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
const faults: string[] = [];
let pictures = 0;
try {
  const { origin } = await startGuildhall(dataDir, { PLAY_CYCLE_MS: '700' });
  const cast = await raiseCurtain(browser, origin, dataDir);
  if (wanted.length === 0) await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const screens = screensOf(props).filter(
    ({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)),
  );
  for (const screen of screens) {
    for (const width of widths.filter((candidate) => candidate <= (screen.upTo ?? candidate))) {
      faults.push(...(await draw(browser, origin, cast, screen, width)));
      pictures += themes.length;
    }
  }
} finally {
  await browser.close();
  await cleanUp(dataDir);
}
if (wanted.length === 0) await drawSheets();
for (const fault of faults) console.log(`✗ ${fault}`);
console.log(`${pictures} pictures in ${folder}/, ${faults.length} faults`);
process.exit(faults.length === 0 ? 0 : 1);
