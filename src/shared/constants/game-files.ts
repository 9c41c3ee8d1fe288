/** Files with the games of a site. */
export const gameFileConstants = {
  bytesMax: 5_000_000,
  /** As many as a site can have. */
  rowsMax: 1_000,
  /** How many values a JSON file has, and how deeply they are nested. */
  valuesMax: 400_000,
  depthMax: 6,
  /** How many rows of a report are shown. */
  reportMax: 100,
  /** How many pictures the files beside it have: as many as an account may upload on a day. */
  picturesMax: 200,
  /** The longest path of a file beside it. */
  pathMax: 200,
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
