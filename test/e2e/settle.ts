import type { Page } from 'playwright-core';

/**
 * Brings everything that moves to its end: colours and places in between are not what people read.
 * Transitions are switched off meanwhile, as the end of one can begin another where a colour is
 * inherited. A screen that never rests, as the play screen, gets half a second.
 */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const still = new CSSStyleSheet();
    still.replaceSync('*, ::before, ::after, ::backdrop { transition: none !important; }');
    document.adoptedStyleSheets.push(still);
    for (let quiet = 0, frame = 0; quiet < 2 && frame < 30; frame += 1) {
      const moving = document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
      for (const animation of moving) animation.finish();
      quiet = moving.length === 0 ? quiet + 1 : 0;
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== still);
  });
}
