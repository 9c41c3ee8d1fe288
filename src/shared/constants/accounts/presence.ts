/** An account counts as Online for this long after its last request. */
export const presenceConstants = {
  onlineMs: 60 * 1000,
  /** How often a node writes the presence of its accounts; well below `onlineMs`. */
  writeEveryMs: 15_000,
} as const;
