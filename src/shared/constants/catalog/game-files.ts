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
  /** The longest path of a file beside it. */
  pathMax: 200,
} as const;

/** Zips with a file with games, its pictures and its lists of keys. */
export const gameZipConstants = {
  /** All pictures of a site, and a list of keys for each of its games. */
  filesMax: 7_000,
  /** A picture, which is the largest file. */
  fileBytesMax: 10_000_000,
  ratioMax: 100,
  ratioFromBytes: 1_000_000,
  pathMax: gameFileConstants.pathMax,
  depthMax: 10,
} as const;

/**
 * How large a zip and its files may be, and how many of its pictures may be new to the site: in a form as many as
 * an account may upload on a day, and in a terminal all pictures of a site.
 */
export const gameBundleLimits = {
  form: { zipBytesMax: 200_000_000, bytesMax: 400_000_000, newPicturesMax: 200 },
  terminal: { zipBytesMax: 10_000_000_000, bytesMax: 10_000_000_000, newPicturesMax: 5_000 },
} as const;

/** Where a bundle comes from. */
export type GameBundleSource = keyof typeof gameBundleLimits;

/** Zips that a process receives at once, in total and from one account. */
export const gameZipReceiving = { total: 2, perAccount: 1 } as const;

export const gameFileFormats = ['json', 'csv'] as const;
export type GameFileFormat = (typeof gameFileFormats)[number];

/** The columns of a file: the fields of the form of a game. */
export const gameFileColumns = [
  'name',
  'description',
  'released',
  'website',
  'links',
  'ageRating',
  'platforms',
  'minimum',
  'recommended',
  'developers',
  'publishers',
  'genres',
  'price',
  'roleNeeded',
] as const;
export type GameFileColumn = (typeof gameFileColumns)[number];
