import { open, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import type { PictureShape } from '#domain/gallery/processing/image-processor.ts';
import { jpegEnd, lacksJpegEnd } from '../lib/jpeg-end.ts';
import { detectRasterFormat, type RasterFormat } from '../lib/raster-format.ts';
import { applyOrientation, fromPixels, type Pixels, toPixels } from './exif-orientation.ts';
import {
  type ImageBounds,
  type ImageSize,
  type WorkerResult,
  workerFileNames,
} from './worker-protocol.ts';

// One thread and no cache: the process makes one picture, and its memory is limited.
sharp.concurrency(1);
sharp.cache(false);
// We detect the format below. The library must not be able to open any other format.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}File`),
});

const headBytes = 32;

/**
 * Writes the two sizes of the picture in `file` into `folder` as sRGB WebP: EXIF orientation is
 * applied and no metadata of the original is left. Of an animation, the first frame is used. A file
 * that the library cannot read gives `refused`; only failures of the server, such as a full disk,
 * are thrown.
 */
export async function writePictureSizes(
  file: string,
  folder: string,
  bounds: ImageBounds,
): Promise<WorkerResult> {
  const format = detectRasterFormat(await readHead(file));
  if (!format) return { refused: 'not-a-picture' };
  const header = await readHeader(file, format, bounds).catch(
    () => ({ refused: 'picture-broken' }) as const,
  );
  if ('refused' in header) return header;
  const source =
    format === 'jpeg' ? await withJpegEnd(file, folder) : { file, failOn: 'error' as const };
  const pixels = await decode(source, bounds, header.orientation).catch(() => null);
  if (!pixels) return { refused: 'picture-broken' };
  if (bounds.shape) return writePart(pixels, folder, { format, shape: bounds.shape });
  return {
    format,
    full: await write(pixels, bounds.fullSide, 82, path.join(folder, workerFileNames.full)),
    thumbnail: await write(
      pixels,
      bounds.thumbnailSide,
      76,
      path.join(folder, workerFileNames.thumbnail),
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

/** Checks a picture by its header: nothing is decoded before the size is known. */
async function readHeader(
  file: string,
  format: RasterFormat,
  bounds: ImageBounds,
): Promise<{ orientation: number | undefined } | Extract<WorkerResult, { refused: string }>> {
  const metadata = await sharp(file, { limitInputPixels: false }).metadata();
  const { width, height, pages = 1, orientation } = metadata;
  const detected =
    metadata.format === 'heif' ? metadata.compression === 'av1' && 'avif' : metadata.format;
  if (detected !== format) return { refused: 'not-a-picture' };
  if (!(width > 0 && height > 0)) return { refused: 'picture-broken' };
  if (width * height > bounds.pixelsMax) return { refused: 'picture-pixels' };
  // The AVIF decoder needs 18 bytes per pixel, the others at most 6.
  if (format === 'avif' && width * height > bounds.avifPixelsMax) {
    return { refused: 'picture-avif-pixels' };
  }
  if (pages > bounds.framesMax) return { refused: 'picture-frames' };
  return { orientation };
}

interface Source {
  file: string;
  /** Which fault of its data refuses the picture. */
  failOn: 'error' | 'warning';
}

/**
 * A JPEG without its end marker is decoded with one: every viewer shows it. The decoder then only warns if more is
 * missing, and such a picture is refused.
 */
async function withJpegEnd(file: string, folder: string): Promise<Source> {
  const picture = await readFile(file);
  if (!lacksJpegEnd(picture)) return { file, failOn: 'error' };
  const complete = path.join(folder, 'complete.jpg');
  await writeFile(complete, [picture, jpegEnd]);
  return { file: complete, failOn: 'warning' };
}

/** Decodes the picture once, scaled down, and converts it to sRGB. */
async function decode(
  { file, failOn }: Source,
  { pixelsMax, fullSide, shape }: ImageBounds,
  orientation: number | undefined,
): Promise<Pixels> {
  // A part of a picture needs more pixels of it.
  const side = shape ? fullSide * 2 : fullSide;
  const small = sharp(file, { failOn, limitInputPixels: pixelsMax, pages: 1 })
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb');
  return applyOrientation(await toPixels(small), orientation);
}

async function write(
  pixels: Pixels,
  side: number,
  quality: number,
  file: string,
): Promise<ImageSize> {
  const { width, height } = await fromPixels(pixels)
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality, effort: 4 })
    .toFile(file);
  return { width, height };
}

/** Writes the two sizes of a part of the picture, in exactly the proportions of the shape. */
async function writePart(
  pixels: Pixels,
  folder: string,
  { format, shape }: { format: RasterFormat; shape: PictureShape },
): Promise<WorkerResult> {
  const part = toPixelPart(pixels, shape);
  const { smallest } = shape;
  if (part.width < smallest.width || part.height < smallest.height) {
    return { refused: 'picture-part-small' };
  }
  const writeSize = async (wanted: ImageSize, quality: number, name: string) => {
    const width = Math.min(wanted.width, part.width);
    const height = Math.round((width * wanted.height) / wanted.width);
    const pipeline = fromPixels(pixels).extract(part).resize(width, height, { fit: 'cover' });
    const { background } = shape;
    const written = await (background === null ? pipeline : pipeline.flatten({ background }))
      .webp({ quality, effort: 4 })
      .toFile(path.join(folder, name));
    return { width: written.width, height: written.height };
  };
  return {
    format,
    full: await writeSize(shape.full, 84, workerFileNames.full),
    thumbnail: await writeSize(shape.thumbnail, 82, workerFileNames.thumbnail),
  };
}

/** The chosen part in pixels, inside of the picture; otherwise the largest one in the middle. */
function toPixelPart({ width, height }: Pixels, { part, full }: PictureShape) {
  if (part) {
    const left = Math.min(width - 1, Math.round(part.left * width));
    const top = Math.min(height - 1, Math.round(part.top * height));
    return {
      left,
      top,
      width: Math.max(1, Math.min(width - left, Math.round(part.width * width))),
      height: Math.max(1, Math.min(height - top, Math.round(part.height * height))),
    };
  }
  const scale = Math.min(width / full.width, height / full.height);
  const size = {
    width: Math.max(1, Math.floor(full.width * scale)),
    height: Math.max(1, Math.floor(full.height * scale)),
  };
  return {
    left: Math.floor((width - size.width) / 2),
    top: Math.floor((height - size.height) / 2),
    ...size,
  };
}
