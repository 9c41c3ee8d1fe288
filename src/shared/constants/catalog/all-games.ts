/** The list of all games for catalog editors. */
export const allGamesConstants = {
  pageSize: 20,
  pageMax: 5_000,
  /** How many games one transaction hides or shows. */
  batchMax: 500,
  /** How many games one form hides or shows. */
  changedMax: 10_000,
} as const;

/** Which games the list has, by whether they are hidden. */
export const shownFilters = ['all', 'shown', 'hidden'] as const;
