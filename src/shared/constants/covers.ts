/** Pictures of games that lie elsewhere and pass through here, and those that are made for sharing. */
export const coverConstants = {
  /** What a source may send, in bytes and in pixels. */
  bytesMax: 8 * 1024 * 1024,
  pixelsMax: 50_000_000,
  /** What is kept of them on disk. */
  keptBytesMax: 512 * 1024 * 1024,
  /** So many are fetched at once, and wait for that; who comes later is asked to come again. */
  fetchesAtOnce: 4,
  /** Of these from the same place. */
  fetchesOfOrigin: 2,
  waitingMax: 200,
  /** How many shared ones wait; one at a time is made of them. Of the drawn ones each takes a moment. */
  sharesWaitingMax: 100,
  drawnSharesWaitingMax: 400,
  /** What could not be had is not tried again for as long. */
  missedMs: 60 * 1000,
  /** A source that fails so often in a row is left alone, for `missedMs` or as long as it says. */
  failuresInRow: 3,
  restMaxMs: 10 * 60 * 1000,
} as const;
