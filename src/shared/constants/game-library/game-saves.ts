/** Bounds of the saves of games that are played on the site, and the version of the messages of such games. */
export const gameSaveConstants = {
  bytesMax: 1_000_000,
  /** The saves of an account, and all of them together. */
  savesMax: 100,
  accountBytesMax: 20_000_000,
  /** The versions of the messages between a game and its page. */
  versions: [1],
  /** Messages of a game that wait for the one before. */
  waitingMax: 16,
  /** How long the page waits for the server. */
  timeoutMs: 30_000,
} as const;

/** The path under which the page of a game loads, stores and deletes its save. */
export const gameSavePath = (gameId: number) => `/play/${gameId}/save`;
