import AxeBuilder from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '#test/browser.ts';
import { cleanUp, type Guildhall, makeDataDir, startGuildhall } from '#test/crash/guildhall.ts';
import { type Cast, contextFor } from './cast.ts';
import { props, raiseCurtain } from './curtain.ts';
import { screensOf } from './screens.ts';

let browser: Browser;
let dataDir: string;
let guildhall: Guildhall;
let cast: Cast;

beforeAll(async () => {
  dataDir = await makeDataDir();
  [browser, guildhall] = await Promise.all([
    launchBrowser(),
    startGuildhall(dataDir, { PLAY_CYCLE_MS: '700' }),
  ]);
  cast = await raiseCurtain(browser, guildhall.origin);
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await cleanUp(dataDir);
});

const desktop = { width: 1280, height: 900 };
const phone = { width: 390, height: 844 };

async function violations(page: Page): Promise<unknown[]> {
  // Colours in between are no colours that anybody reads.
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) {
        animation.finish();
      }
    }
  });
  const found = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  return found.violations.map(({ id, nodes }) => [
    id,
    nodes.map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary}`),
  ]);
}

describe('axe finds nothing', () => {
  it.each(screensOf(props))('on $name', async ({ who, path, act, greeting, upTo }) => {
    const viewport = upTo ? phone : desktop;
    const context = await contextFor(browser, cast[who], { viewport, theme: 'dark', greeting });
    const page = await context.newPage();
    await page.goto(guildhall.origin + path);
    await act?.(page);
    expect(await violations(page)).toEqual([]);

    await page.emulateMedia({ colorScheme: 'light' });
    expect(await violations(page)).toEqual([]);

    await page.setViewportSize(phone);
    expect(await violations(page)).toEqual([]);
    await context.close();
  });
});
