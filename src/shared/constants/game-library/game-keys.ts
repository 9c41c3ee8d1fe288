export const gameKeyConstants = {
  /** How many lines a form with keys has at most. */
  linesMax: 5_000,
  keyMax: 100,
  fileBytesMax: 1024 * 1024,
  /** How many keys a game has at most, given ones too. */
  keysPerGame: 100_000,
  /** How many refused lines the report of a form names. */
  refusedShown: 20,
  /** How many columns a table with keys has at most, and how many texts of each are shown. */
  columnsMax: 30,
  shownMax: 3,
} as const;
