import sharp, { type Sharp } from 'sharp';
import type { CoverRenderer } from '#domain/catalog/covers/cover-renderer.ts';
import { rasterFormat } from '../lib/raster-format.ts';

/** The form of every picture on a page. */
const wide = 16 / 9;
/** What services that show links ask for. */
const share = { width: 1200, height: 630 };
/** Some of those services ignore what is larger. */
const shareBytesMax = 300 * 1024;
/** Seconds: a picture that takes longer was made to take long. */
const timeout = { seconds: 20 };

interface Source {
  width: number;
  height: number;
  /** A new pipeline over the picture, upright. */
  open(): Sharp;
}

/** Pictures by sharp, off the main thread. `pixelsMax` bounds what is decoded at all. */
export function createCoverRenderer({ pixelsMax }: { pixelsMax: number }): CoverRenderer {
  // Each picture one thread: how many are made at once is decided by who calls.
  sharp.concurrency(1);
  // No picture is made twice in a row: the library's cache would hold memory for nothing.
  sharp.cache(false);

  async function openRaster(picture: Uint8Array): Promise<Source | null> {
    // Judged by its first bytes before the library does: it would also read SVG, which can do more.
    const format = rasterFormat(picture);
    if (!format) return null;
    const open = () =>
      sharp(picture, { failOn: 'error', limitInputPixels: pixelsMax, pages: 1 })
        .timeout(timeout)
        .autoOrient();
    const told = await open().metadata();
    const { width, height } = told.autoOrient;
    const known = told.format === 'heif' ? told.compression === 'av1' && 'avif' : told.format;
    if (known !== format || !width || !height || width * height > pixelsMax) return null;
    return { width, height, open };
  }

  return {
    forPage: (picture, width) =>
      orNull(async () => {
        const source = await openRaster(picture);
        if (!source) return null;
        const most = Math.min(width, source.width, Math.floor(source.height * wide));
        const size = { width: Math.max(most, 1), height: Math.max(Math.round(most / wide), 1) };
        return source.open().resize(size).webp({ quality: 80, effort: 4 }).toBuffer();
      }),

    forSharing: (picture) =>
      orNull(async () => {
        const source = await openRaster(picture);
        if (!source) return null;
        const made = (quality: number) =>
          source
            .open()
            .resize(share)
            .flatten({ background: '#000' })
            .jpeg({ quality, mozjpeg: true })
            .toBuffer();
        const fine = await made(80);
        return fine.byteLength <= shareBytesMax ? fine : made(55);
      }),

    drawnForSharing: (svg) =>
      orNull(async () => {
        // The library draws it in the size that it is wanted in, whatever its own.
        const drawn = await sharp(svg, { limitInputPixels: pixelsMax })
          .timeout(timeout)
          .resize(share)
          .flatten({ background: '#000' })
          .toColourspace('srgb')
          .raw()
          .toBuffer();
        const fine = await withSteps(drawn, 4);
        return fine.byteLength <= shareBytesMax ? fine : withSteps(drawn, 16);
      }),
  };
}

/**
 * A PNG whose colours are rounded down to steps: light and shade that change by less than the eye sees
 * then compress to a third. A palette would be as small, at twenty times the work.
 */
function withSteps(drawn: Buffer, step: number): Promise<Buffer> {
  const raw = { ...share, channels: 3 } as const;
  const mask = Buffer.alloc(drawn.byteLength, 256 - step);
  return sharp(drawn, { raw })
    .boolean(mask, 'and', { raw })
    .png({ compressionLevel: 4 })
    .toBuffer();
}

/** What the library refuses is no picture: it throws plain errors for whatever it is. */
async function orNull(make: () => Promise<Uint8Array | null>): Promise<Uint8Array | null> {
  return make().catch(() => null);
}
