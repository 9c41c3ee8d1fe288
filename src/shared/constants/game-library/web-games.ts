/**
 * Bounds of uploaded web games. A zip that is larger than `bytesMax` is refused, also if `DOWNLOAD_FILE_MB` allows
 * more.
 */
export const webGameConstants = {
  /** Files and folders of a zip. */
  filesMax: 2_000,
  fileBytesMax: 200_000_000,
  /** All files together, and the zip itself. */
  bytesMax: 500_000_000,
  /** How many times larger a file, and all files together, may be than in the zip. Small ones do not count. */
  ratioMax: 100,
  ratioFromBytes: 1_000_000,
  pathMax: 200,
  depthMax: 10,
  /** The address of a game in a frame works for 6 to 12 hours, and stays the same meanwhile. */
  addressMs: 6 * 60 * 60 * 1000,
  /** Files that a process sends at once, in total and to one account, and how many more of an account may wait. */
  sendingMax: 200,
  sendingPerAccount: 16,
  waitingPerAccount: 400,
  /** Files that a process compresses at once. More are sent as they are. */
  compressingMax: 16,
} as const;
