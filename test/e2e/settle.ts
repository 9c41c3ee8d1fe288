import type { Page } from 'playwright-core';

/**
 * Brings what moves to its end, for colours and places in between are none that anybody reads. The end
 * of one transition can begin another, as when a colour is inherited; a screen that never rests, as the
 * play screen, gets half a second.
 */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let quiet = 0, frame = 0; quiet < 2 && frame < 30; frame += 1) {
      const moving = document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
      for (const animation of moving) animation.finish();
      quiet = moving.length === 0 ? quiet + 1 : 0;
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  });
}
