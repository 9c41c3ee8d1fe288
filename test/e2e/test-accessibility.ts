import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { contextFor } from './cast.ts';
import { faultsOf } from './layout-faults.ts';
import type { Screen } from './screen.ts';
import { settle } from './settle.ts';
import { useHouse } from './use-house.ts';

const desktop = { width: 1280, height: 900 };
const phone = { width: 390, height: 844 };
/** As wide as WCAG wants a page to be read without scrolling sideways. */
const narrow = { width: 320, height: 720 };

async function violations(page: Page): Promise<unknown[]> {
  await settle(page);
  // In the page itself, and details of violations alone: three times as quick.
  const builder = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();
  // axe takes the page for what lies over a dialog that covers all of it.
  const cover = 'dialog[open].size-full';
  if ((await page.locator(cover).count()) > 0) builder.include(cover);
  const found = await builder
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  return found.violations.map(({ id, nodes }) => [
    id,
    nodes.map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary}`),
  ]);
}

/** Tests of every screen: axe finds nothing in either theme, and the layout has no fault at 320 px. */
export function testAccessibility(screens: readonly Screen[]): void {
  const house = useHouse({ PLAY_CYCLE_MS: '700' }, { cast: true });

  it.each(screens)(
    'axe finds nothing, and the layout no fault at 320 px, on $name',
    async ({ who, path, act, greeting, upTo }) => {
      const viewport = upTo ? phone : desktop;
      const context = await contextFor(house.browser, house.cast[who], {
        viewport,
        theme: 'dark',
        greeting,
      });
      const page = await context.newPage();
      await page.goto(house.origin + path);
      await act?.(page);
      expect(await violations(page)).toEqual([]);

      await page.emulateMedia({ colorScheme: 'light' });
      expect(await violations(page)).toEqual([]);

      await page.setViewportSize(phone);
      expect(await violations(page)).toEqual([]);

      await page.setViewportSize(narrow);
      await settle(page);
      expect(await faultsOf(page)).toEqual([]);
      await context.close();
    },
  );
}
