import sharp, { type Sharp } from 'sharp';

/** Decoded pixels: 8 bits per channel, sRGB. */
export interface Pixels {
  data: Buffer;
  width: number;
  height: number;
  channels: 1 | 2 | 3 | 4;
}

/** Starts a pipeline with decoded pixels. */
export function fromPixels({ data, width, height, channels }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels } });
}

/** Degrees clockwise, after the mirroring, for each EXIF orientation. */
const rotations: Record<number, { mirrored: boolean; degrees: number }> = {
  2: { mirrored: true, degrees: 0 },
  3: { mirrored: false, degrees: 180 },
  4: { mirrored: true, degrees: 180 },
  5: { mirrored: true, degrees: 270 },
  6: { mirrored: false, degrees: 90 },
  7: { mirrored: true, degrees: 90 },
  8: { mirrored: false, degrees: 270 },
};

/**
 * Applies an EXIF orientation. Call it after scaling down: rotating needs the whole picture in
 * memory.
 */
export async function applyOrientation(
  pixels: Pixels,
  orientation: number | undefined,
): Promise<Pixels> {
  const rotation = rotations[orientation ?? 1];
  if (!rotation) return pixels;
  const mirrored = rotation.mirrored ? await toPixels(fromPixels(pixels).flop()) : pixels;
  return rotation.degrees ? toPixels(fromPixels(mirrored).rotate(rotation.degrees)) : mirrored;
}

/** Decodes the result of a pipeline. */
export async function toPixels(pipeline: Sharp): Promise<Pixels> {
  const { data, info } = await pipeline.raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return { data, width, height, channels };
}
