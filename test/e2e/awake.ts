import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Waits until React has taken the page over: what is pressed before is the browser's own. */
export async function awake(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page
        .getByRole('main')
        .evaluate((main) => Object.keys(main).some((key) => key.startsWith('__reactProps'))),
    )
    .toBe(true);
}
