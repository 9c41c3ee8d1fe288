/** Pictures of players: which files are accepted, and the sizes that are created. */
export const pictureConstants = {
  pixelsMax: 50_000_000,
  /** Lower for AVIF: its decoder needs three times the memory of the others. */
  avifPixelsMax: 4_096 * 4_096,
  /** Frames of an animation. Only the first is shown, but the decoder must find all of them. */
  framesMax: 1_000,
  /** Pixels on the long side. */
  fullSide: 2_048,
  thumbnailSide: 480,
  captionMax: 200,
  /** Pictures on one page of the gallery. */
  pageSize: 24,
} as const;
