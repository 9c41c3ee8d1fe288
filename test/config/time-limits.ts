/**
 * How long tests may take and wait, in milliseconds. A busy machine can be four times as slow as an idle one, so all
 * limits but `atOnce` are far above what is expected. They only end what hangs.
 */
export const timeLimits = {
  /** Something that needs no waiting, or that is tried again and again around this. */
  atOnce: 1_000,
  /** `expect.poll` and other waiting for the effect of a step, in one process or several. */
  effect: 30_000,
  /** A locator of a browser test, an action on a page, a page that loads. */
  page: 60_000,
  /** A test of Vitest. */
  test: 120_000,
  /** A hook of Vitest: some start servers. */
  hook: 240_000,
  /** A browser test, the start of its server, a test of Vitest that kills processes or has races of many actors. */
  longTest: 300_000,
  /** What prepares many accounts, servers or operations. */
  preparation: 600_000,
  /** A browser test that visits every form or every page of a role. */
  walkThrough: 30 * 60_000,
  /** One more round of a crash test with a number of rounds. */
  crashRound: 60_000,
} as const;
