export const moderationConstants = {
  reasonMin: 3,
  reasonMax: 300,
  pageSize: 20,
  pageMax: 500,
  /** How many of the newest entries of the log a search for words reads. */
  searchedMax: 100_000,
  /** Durations of a suspension in days; 0 means without end. */
  suspensionDays: [1, 3, 7, 30, 0],
  noteMax: 1000,
  /** How many notes an account can have. */
  notesMax: 50,
} as const;
