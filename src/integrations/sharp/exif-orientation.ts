import sharp, { type Sharp } from 'sharp';

/** Pixels as they are: 8 bits a channel, sRGB. */
export interface Pixels {
  data: Buffer;
  width: number;
  height: number;
  channels: 1 | 2 | 3 | 4;
}

/** A pipeline over pixels that were decoded already. */
export function ofPixels({ data, width, height, channels }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels } });
}

/** Degrees clockwise, after the mirroring, by the number of an Exif orientation. */
const turns: Record<number, { mirrored: boolean; degrees: number }> = {
  2: { mirrored: true, degrees: 0 },
  3: { mirrored: false, degrees: 180 },
  4: { mirrored: true, degrees: 180 },
  5: { mirrored: true, degrees: 270 },
  6: { mirrored: false, degrees: 90 },
  7: { mirrored: true, degrees: 90 },
  8: { mirrored: false, degrees: 270 },
};

/**
 * Turns a picture as its camera was held. Done after it was made small: a turn needs all of it in memory,
 * and a large one would be there whole.
 */
export async function applyOrientation(
  pixels: Pixels,
  orientation: number | undefined,
): Promise<Pixels> {
  const turn = turns[orientation ?? 1];
  if (!turn) return pixels;
  const mirrored = turn.mirrored ? await toPixels(ofPixels(pixels).flop()) : pixels;
  return turn.degrees ? toPixels(ofPixels(mirrored).rotate(turn.degrees)) : mirrored;
}

/** What a pipeline makes, undone. */
export async function toPixels(pipeline: Sharp): Promise<Pixels> {
  const { data, info } = await pipeline.raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return { data, width, height, channels };
}
