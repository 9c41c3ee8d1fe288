/** Pictures that players send: what is read of them at all, and what is made of it. */
export const pictureConstants = {
  pixelsMax: 50_000_000,
  /** The decoder of AVIF holds a picture whole, at three times the memory of the others. */
  avifPixelsMax: 4_096 * 4_096,
  /** Only the first is shown, but all of them must be found. */
  framesMax: 1_000,
  /** Pixels on the long side. */
  fullSide: 2_048,
  thumbnailSide: 480,
  captionMax: 200,
  /** Of the gallery at once. */
  pageSize: 24,
} as const;
