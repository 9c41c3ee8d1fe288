/** Pictures that editors of the site upload for its own pages. */
export const sitePictureConstants = {
  /** The size of a file. */
  bytesMax: 10_000_000,
  /** Pictures of one account per calendar day (UTC), deleted ones too. */
  perDay: 200,
  /** Pictures of the whole site. */
  totalMax: 5_000,
  /** A picture that nothing uses is deleted after this time. */
  unusedMs: 60 * 60 * 1000,
} as const;

/** The pictures that an admin can choose for the site, each in its own proportions. */
export const sitePictureKinds = ['logo', 'banner'] as const;
export type SitePictureKind = (typeof sitePictureKinds)[number];

/** The sizes in pixels: of the file, of its small version, and of the smallest part that can be chosen. */
export const sitePictureShapes = {
  logo: {
    full: { width: 512, height: 512 },
    thumbnail: { width: 128, height: 128 },
    smallest: { width: 96, height: 96 },
  },
  banner: {
    full: { width: 1920, height: 640 },
    thumbnail: { width: 960, height: 320 },
    smallest: { width: 600, height: 200 },
  },
} as const;

/** The chosen part comes in ten-thousandths of the width and the height of the picture. */
export const picturePartUnits = 10_000;

/** What is below transparent parts of a picture. */
export const pictureBackgrounds = ['none', 'white', 'black'] as const;

export const sitePictureTextMax = 200;
