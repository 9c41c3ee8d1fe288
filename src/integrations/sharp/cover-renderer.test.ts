import { readdir, readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { pngClaimingSize } from '#test/fixtures/generated-images.ts';
import { createCoverRenderer } from './cover-renderer.ts';

const maker = createCoverRenderer({ pixelsMax: 50_000_000 });

function blank(width: number, height: number, background = '#a03020') {
  return sharp({ create: { width, height, channels: 3, background } });
}

/** A noisy JPEG that does not compress well. */
function noise(width: number, height: number) {
  return sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  });
}

async function facts(picture: Uint8Array | null) {
  const { format, width, height, pages, exif, xmp, icc, orientation } = await sharp(
    picture ?? Buffer.alloc(0),
  ).metadata();
  return { format, width, height, pages: pages ?? 1, metadata: exif ?? xmp ?? icc ?? orientation };
}

describe('a picture for a page', () => {
  it.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)('is made of a %s', async (format) => {
    const picture = await blank(1600, 1200).toFormat(format).toBuffer();
    expect(await facts(await maker.renderForPage(picture, 640))).toEqual({
      format: 'webp',
      width: 640,
      height: 360,
      pages: 1,
      metadata: undefined,
    });
  });

  it('is not enlarged, and keeps its aspect ratio when the source is narrow or a line', async () => {
    const small = await blank(100, 100).png().toBuffer();
    expect(await facts(await maker.renderForPage(small, 1280))).toMatchObject({
      width: 100,
      height: 56,
    });
    const line = await blank(5_000, 1).png().toBuffer();
    expect(await facts(await maker.renderForPage(line, 320))).toMatchObject({
      width: 1,
      height: 1,
    });
  });

  it('has no location, camera or profile in it, and has its orientation applied', async () => {
    const source = await blank(200, 400)
      .withExif({
        IFD0: { Model: 'Secret camera' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' },
      })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await sharp(source).metadata()).exif?.toString('latin1')).toContain('Secret camera');
    const picture = await maker.renderForPage(source, 320);
    expect(await facts(picture)).toMatchObject({ width: 320, height: 180, metadata: undefined });
    expect(Buffer.from(picture ?? []).toString('latin1')).not.toContain('Secret');
  });

  it('of an animation is its first frame', async () => {
    const frames = Buffer.concat([
      await blank(32, 18, '#ff0000').raw().toBuffer(),
      await blank(32, 18, '#0000ff').raw().toBuffer(),
    ]);
    const moving = await sharp(frames, {
      raw: { width: 32, height: 36, channels: 3, pageHeight: 18 },
    })
      .gif()
      .toBuffer();
    expect((await sharp(moving).metadata()).pages).toBe(2);
    const picture = await maker.renderForPage(moving, 320);
    expect(await facts(picture)).toMatchObject({ width: 32, height: 18, pages: 1 });
    const { dominant } = await sharp(picture ?? Buffer.alloc(0)).stats();
    expect(dominant.r).toBeGreaterThan(200);
  });

  it.each([
    ['a header that claims 60,000 by 60,000 pixels', () => pngClaimingSize(60_000, 60_000)],
    ['a cut JPEG', async () => (await noise(800, 450).jpeg().toBuffer()).subarray(0, 20_000)],
    ['a cut PNG', async () => (await noise(300, 200).png().toBuffer()).subarray(0, 20_000)],
    ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['an HTML page', () => Buffer.from('<!doctype html><title>Not found</title>')],
    ['a TIFF', () => blank(32, 32).tiff().toBuffer()],
    ['a PDF', () => Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj')],
    ['an SVG behind the mark of a JPEG', () => Buffer.from('\xff\xd8\xff<svg/>', 'latin1')],
    ['nothing', () => Buffer.alloc(0)],
  ])('is null for %s', async (_name, make) => {
    const bytes = await make();
    expect(await maker.renderForPage(bytes, 640)).toBeNull();
    expect(await maker.renderShareImage(bytes)).toBeNull();
  });

  it('is null for more pixels than are allowed', async () => {
    const strict = createCoverRenderer({ pixelsMax: 10_000 });
    const picture = await blank(101, 100).png().toBuffer();
    expect(await strict.renderForPage(picture, 640)).toBeNull();
    expect(await strict.renderForPage(await blank(100, 100).png().toBuffer(), 640)).not.toBeNull();
  });
});

describe('a picture for sharing', () => {
  it('is a JPEG of 1200 by 630 of at most 300 KB, even of the noisiest photograph', async () => {
    const picture = await maker.renderShareImage(await noise(1920, 1080).jpeg().toBuffer());
    expect(await facts(picture)).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
    expect(picture?.byteLength).toBeLessThan(300 * 1024);
  });

  it('is a PNG of 1200 by 630 of at most 300 KB of a drawn cover, which looks like it', async () => {
    const folder = 'public/art/covers';
    const [first = ''] = (await readdir(folder)).filter((name) => name.endsWith('.svg'));
    const cover = await readFile(`${folder}/${first}`);
    const picture = await maker.renderBundledShareImage(cover);
    expect(await facts(picture)).toMatchObject({ format: 'png', width: 1200, height: 630 });
    expect(picture?.byteLength).toBeLessThan(300 * 1024);
    const shown = (picture: Uint8Array) =>
      sharp(picture).resize(1200, 630).flatten().removeAlpha().raw().toBuffer();
    const [wanted, got] = [await shown(cover), await shown(picture ?? Buffer.alloc(0))];
    const most = wanted.reduce(
      (so, value, at) => Math.max(so, Math.abs(value - (got[at] ?? 0))),
      0,
    );
    expect(most).toBeLessThan(4);
  });

  it('is null for a file that is not a drawing', async () => {
    expect(await maker.renderBundledShareImage(Buffer.from('<svg'))).toBeNull();
  });
});
