export const auditConstants = {
  /** Older runs are deleted. */
  runsStored: 90,
  runsShown: 20,
  /** The rows of a violation that are stored, and the most characters of a text in them. */
  rowsStored: 5,
  textMax: 80,
  /** A run that takes longer than this has ended with its node. The job of the audit has the same limit. */
  longestMs: 4 * 60 * 60 * 1000,
} as const;
