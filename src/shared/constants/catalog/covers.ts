/** Covers that are fetched from other sites and resized, and share images. */
export const coverConstants = {
  /** The largest picture that a source may send, in bytes and in pixels. */
  bytesMax: 8 * 1024 * 1024,
  pixelsMax: 50_000_000,
  /** The size of the cache on disk. */
  cacheBytesMax: 512 * 1024 * 1024,
  /** Concurrent fetches, and how many more may wait (`waitingMax`); beyond that, clients must retry. */
  concurrentFetchesMax: 4,
  /** Concurrent fetches from the same origin. */
  concurrentFetchesPerOriginMax: 2,
  waitingMax: 200,
  /** How many share images may wait. They are created one at a time; those of bundled covers are fast. */
  sharesWaitingMax: 100,
  drawnSharesWaitingMax: 400,
  /** How long a failed picture is not fetched again. */
  retryAfterFailureMs: 60 * 1000,
  /** After this many failures a source is not called for `retryAfterFailureMs`, or as long as it demands. */
  consecutiveFailuresMax: 3,
  pauseMaxMs: 10 * 60 * 1000,
} as const;
