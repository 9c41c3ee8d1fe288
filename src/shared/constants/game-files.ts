/** Files with the games of a site. */
export const gameFileConstants = {
  bytesMax: 2_000_000,
  /** As many as a site can have. */
  rowsMax: 1_000,
  /** How many rows of a report are shown. */
  reportMax: 100,
} as const;

export const gameFileFormats = ['json', 'csv'] as const;
export type GameFileFormat = (typeof gameFileFormats)[number];

/** The columns of a file: the fields of the form of a game. */
export const gameFileColumns = [
  'name',
  'description',
  'released',
  'website',
  'platforms',
  'developers',
  'publishers',
  'genres',
  'price',
  'roleNeeded',
] as const;
export type GameFileColumn = (typeof gameFileColumns)[number];
