import type { Sharp } from 'sharp';
import type { CoverRenderer } from '#domain/catalog/covers/cover-renderer.ts';
import { jpegEnd, lacksJpegEnd } from '../lib/jpeg-end.ts';
import { detectRasterFormat } from '../lib/raster-format.ts';

/** The aspect ratio of pictures on pages. */
const aspectRatio = 16 / 9;
/** The size that sites which show link previews expect. */
const shareSize = { width: 1200, height: 630 };
/** Some of these sites ignore larger files. */
const shareBytesMax = 300 * 1024;
/** The limit in seconds. A picture that takes longer was made to do so. */
const timeout = { seconds: 20 };

/** Loads the library at the first picture: it takes 26 MB, and many servers need it rarely. */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  // One thread per picture: the caller decides how many pictures are made at once.
  sharp.concurrency(1);
  // No picture is made twice in a row: the library's cache would only waste memory.
  sharp.cache(false);
  return sharp;
}

interface Source {
  width: number;
  height: number;
  /** Opens a new pipeline over the picture with EXIF orientation applied. */
  open(): Sharp;
}

/**
 * Renders covers with sharp, off the main thread. `pixelsMax` limits the pixels that are decoded.
 */
export function createCoverRenderer({ pixelsMax }: { pixelsMax: number }): CoverRenderer {
  async function openRaster(picture: Uint8Array): Promise<Source | null> {
    // The first bytes decide, before the library does: it would also read SVG, which can do more.
    const format = detectRasterFormat(picture);
    if (!format) return null;
    const sharp = await loadSharp();
    // A JPEG without its end marker is complete if the decoder does not warn.
    const lacksEnd = format === 'jpeg' && lacksJpegEnd(picture);
    const complete = lacksEnd ? Buffer.concat([picture, jpegEnd]) : picture;
    const failOn = lacksEnd ? 'warning' : 'error';
    const open = () =>
      sharp(complete, { failOn, limitInputPixels: pixelsMax, pages: 1 })
        .timeout(timeout)
        .autoOrient();
    const metadata = await open().metadata();
    const { width, height } = metadata.autoOrient;
    const known =
      metadata.format === 'heif' ? metadata.compression === 'av1' && 'avif' : metadata.format;
    if (known !== format || !width || !height || width * height > pixelsMax) return null;
    return { width, height, open };
  }

  return {
    renderForPage: (picture, width) =>
      orNull(async () => {
        const source = await openRaster(picture);
        if (!source) return null;
        const maxWidth = Math.min(width, source.width, Math.floor(source.height * aspectRatio));
        const size = {
          width: Math.max(maxWidth, 1),
          height: Math.max(Math.round(maxWidth / aspectRatio), 1),
        };
        return source.open().resize(size).webp({ quality: 80, effort: 4 }).toBuffer();
      }),

    renderShareImage: (picture) =>
      orNull(async () => {
        const source = await openRaster(picture);
        if (!source) return null;
        const encode = (quality: number) =>
          source
            .open()
            .resize(shareSize)
            .flatten({ background: '#000' })
            .jpeg({ quality, mozjpeg: true })
            .toBuffer();
        const bestQuality = await encode(80);
        return bestQuality.byteLength <= shareBytesMax ? bestQuality : encode(55);
      }),

    renderBundledShareImage: (svg) =>
      orNull(async () => {
        const sharp = await loadSharp();
        // The library draws the SVG in the requested size.
        const drawn = await sharp(svg, { limitInputPixels: pixelsMax })
          .timeout(timeout)
          .resize(shareSize)
          .flatten({ background: '#000' })
          .toColourspace('srgb')
          .raw()
          .toBuffer();
        const bestQuality = await withSteps(drawn, 4);
        return bestQuality.byteLength <= shareBytesMax ? bestQuality : withSteps(drawn, 16);
      }),
  };
}

/**
 * A PNG whose colours are rounded down to steps. Light and shade that change less than the eye sees
 * then compress to a third. A palette would be as small but takes twenty times as long.
 */
async function withSteps(drawn: Buffer, step: number): Promise<Buffer> {
  const sharp = await loadSharp();
  const raw = { ...shareSize, channels: 3 } as const;
  const mask = Buffer.alloc(drawn.byteLength, 256 - step);
  return sharp(drawn, { raw })
    .boolean(mask, 'and', { raw })
    .png({ compressionLevel: 4 })
    .toBuffer();
}

/** Null when the library fails: it throws plain errors for invalid pictures. */
async function orNull(make: () => Promise<Uint8Array | null>): Promise<Uint8Array | null> {
  return make().catch(() => null);
}
