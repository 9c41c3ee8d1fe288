/** Delays and timeouts of the pages, in milliseconds. */
export const pageTimerConstants = {
  registerRedirectMs: 3_000,
  registerErrorMs: 5_000,
  bannerMs: 5_000,
  chunkLoadMs: 120_000,
} as const;
