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
