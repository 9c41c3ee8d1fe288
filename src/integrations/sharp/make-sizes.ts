import { open } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { type RasterFormat, rasterFormat } from '../lib/raster-format.ts';
import { applyOrientation, ofPixels, type Pixels, toPixels } from './exif-orientation.ts';
import { type Bounds, fileNames, type Size, type WorkerResult } from './worker-protocol.ts';

// One thread and no cache: a process makes one picture, and its memory is counted.
sharp.concurrency(1);
sharp.cache(false);
// What a file is, is judged below; the library itself must not be able to open anything else either.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}File`),
});

const headBytes = 32;

/**
 * Writes the two sizes of the picture in `file` into `folder`: WebP, upright, sRGB, without a byte of the
 * original's metadata. Of an animation the first frame. Whatever the library cannot read is refused; what
 * is thrown is ours (a full disk).
 */
export async function makeSizes(
  file: string,
  folder: string,
  bounds: Bounds,
): Promise<WorkerResult> {
  const format = rasterFormat(await readHead(file));
  if (!format) return { refused: 'not-a-picture' };
  const known = await readHeader(file, format, bounds).catch(
    () => ({ refused: 'picture-broken' }) as const,
  );
  if ('refused' in known) return known;
  const pixels = await decode(file, bounds, known.orientation).catch(() => null);
  if (!pixels) return { refused: 'picture-broken' };
  return {
    format,
    full: await write(pixels, bounds.fullSide, 82, path.join(folder, fileNames.full)),
    thumbnail: await write(
      pixels,
      bounds.thumbnailSide,
      76,
      path.join(folder, fileNames.thumbnail),
    ),
  };
}

async function readHead(file: string): Promise<Uint8Array> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Judges a picture by its header alone: nothing of it is decoded before its size is known. */
async function readHeader(
  file: string,
  format: RasterFormat,
  bounds: Bounds,
): Promise<{ orientation: number | undefined } | Extract<WorkerResult, { refused: string }>> {
  const told = await sharp(file, { limitInputPixels: false }).metadata();
  const { width, height, pages = 1, orientation } = told;
  const read = told.format === 'heif' ? told.compression === 'av1' && 'avif' : told.format;
  if (read !== format) return { refused: 'not-a-picture' };
  if (!(width > 0 && height > 0)) return { refused: 'picture-broken' };
  if (width * height > bounds.pixelsMax) return { refused: 'picture-pixels' };
  // Its decoder holds 18 bytes for each pixel, the others 6 at most.
  if (format === 'avif' && width * height > bounds.avifPixelsMax) {
    return { refused: 'picture-avif-pixels' };
  }
  if (pages > bounds.framesMax) return { refused: 'picture-frames' };
  return { orientation };
}

/** Decoded once, no larger than is kept, in sRGB whatever profile it came with. */
async function decode(
  file: string,
  { pixelsMax, fullSide }: Bounds,
  orientation: number | undefined,
): Promise<Pixels> {
  const small = sharp(file, { failOn: 'error', limitInputPixels: pixelsMax, pages: 1 })
    .resize(fullSide, fullSide, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb');
  return applyOrientation(await toPixels(small), orientation);
}

async function write(pixels: Pixels, side: number, quality: number, file: string): Promise<Size> {
  const { width, height } = await ofPixels(pixels)
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality, effort: 4 })
    .toFile(file);
  return { width, height };
}
