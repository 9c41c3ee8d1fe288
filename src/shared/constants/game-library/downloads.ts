/** Files that owners of a game of the site download. `Rules.downloads` has the bounds that operators choose. */
export const downloadConstants = {
  nameMax: 60,
  versionMax: 40,
  /** The size of the form around a file. */
  formBytesMax: 64 * 1024,
  /** Files that a process receives at once, in total and from one account. */
  receivingMax: 4,
  receivingPerAccount: 2,
  /** Downloads that a process sends at once, in total and to one account. */
  sendingMax: 200,
  sendingPerAccount: 4,
  /** A download ends if its client read fewer than `bytesPerCheck` bytes in `checkEveryMs`. */
  checkEveryMs: 60_000,
  bytesPerCheck: 240_000,
  /** How long a client should wait when all places are taken. */
  retryMs: 15_000,
  /** A file that was not stored completely after this time is deleted: its process has ended. */
  storingMs: 2 * 60 * 60 * 1000,
  /** A stored file without a row is deleted when it is older than this. */
  withoutRowMs: 24 * 60 * 60 * 1000,
} as const;
