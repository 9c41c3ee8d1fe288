import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  animatedImage,
  createGif,
  photograph,
  plainImage,
  pngWithText,
  scriptGif,
} from '#test/fixtures/generated-images.ts';
import { runSharedImageWorker } from '#test/fixtures/shared-image-worker.ts';
import { createImageProcessor } from './image-processor.ts';

const script = path.resolve('src/integrations/sharp/image-worker.ts');
const images = createImageProcessor({ script, run: runSharedImageWorker });
const withOwnProcess = createImageProcessor({ script });

let root = '';
let folder = '';

beforeAll(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'guildhall-images-'));
});
beforeEach(async () => {
  folder = await mkdtemp(path.join(root, 'made-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

async function received(bytes: Uint8Array): Promise<string> {
  const file = path.join(root, randomUUID());
  await writeFile(file, bytes);
  return file;
}

/** The result for a picture, and its content. */
async function make(bytes: Uint8Array, processor = images) {
  const { kind, full, thumbnail } = await processor.process(await received(bytes), folder);
  return {
    kind,
    full,
    thumbnail,
    fullBytes: await readFile(full.path),
    smallBytes: await readFile(thumbnail.path),
  };
}

/** The chunks of a WebP. Every check also asserts that nothing follows them. */
function chunksOf(webp: Buffer): string[] {
  expect(webp.toString('latin1', 0, 4)).toBe('RIFF');
  expect(webp.readUInt32LE(4) + 8).toBe(webp.byteLength);
  const names = [];
  for (let at = 12; at < webp.byteLength; ) {
    names.push(webp.toString('latin1', at, at + 4));
    const length = webp.readUInt32LE(at + 4);
    at += 8 + length + (length % 2);
  }
  return names;
}

/** The colour of a pixel in sRGB. */
async function colourAt(webp: Buffer, left: number, top: number): Promise<number[]> {
  const one = sharp(webp).extract({ left, top, width: 1, height: 1 });
  return [...(await one.raw().toBuffer())];
}

function expectColour(got: number[], wanted: number[], by = 12): void {
  expect(got).toHaveLength(wanted.length);
  for (const [at, value] of wanted.entries()) {
    expect(Math.abs((got[at] ?? -999) - value), `${got} instead of ${wanted}`).toBeLessThan(by);
  }
}

describe('a picture of every supported type', () => {
  it.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)('is made of a %s', async (format) => {
    const sent = await plainImage(640, 480, '#3060c0').toFormat(format).toBuffer();
    const picture = await make(sent, withOwnProcess);
    expect(picture).toMatchObject({
      kind: `image/${format}`,
      full: { width: 640, height: 480, bytes: picture.fullBytes.byteLength },
      thumbnail: { width: 480, height: 360, bytes: picture.smallBytes.byteLength },
    });
    expect(chunksOf(picture.fullBytes)).toEqual(['VP8 ']);
    expect(chunksOf(picture.smallBytes)).toEqual(['VP8 ']);
    expectColour(await colourAt(picture.fullBytes, 320, 240), [0x30, 0x60, 0xc0]);
    expect(picture.full.hash).toMatch(/^[0-9a-f]{64}$/);
    expect(picture.full.hash).not.toBe(picture.thumbnail.hash);
    expect((await readdir(folder)).toSorted()).toEqual(
      [picture.full.path, picture.thumbnail.path].map((file) => path.basename(file)).toSorted(),
    );
  });

  it('gives the same file for the same content', async () => {
    const sent = await (await photograph(160, 120)).jpeg().toBuffer();
    const [first, again] = [await make(sent), await make(sent)];
    expect(again.full.hash).toBe(first.full.hash);
    expect(again.full.path).not.toBe(first.full.path);
  });

  it('keeps its aspect ratio, is at most 2,048 pixels and is never enlarged', async () => {
    const wide = await make(await plainImage(4_500, 2_750).png().toBuffer());
    expect(wide.full).toMatchObject({ width: 2048, height: 1252 });
    expect(wide.thumbnail).toMatchObject({ width: 480, height: 293 });
    const line = await make(await plainImage(1, 12_000).png().toBuffer());
    expect(line.full).toMatchObject({ width: 1, height: 2048 });
    const tiny = await make(await plainImage(3, 2).png().toBuffer());
    expect(tiny.full).toMatchObject({ width: 3, height: 2 });
    expect(tiny.thumbnail).toMatchObject({ width: 3, height: 2 });
  });

  /** A colour that CMYK has too. */
  const some = () => plainImage(64, 64, '#a08060');
  it.each([
    ['a CMYK JPEG', () => some().toColourspace('cmyk').jpeg().toBuffer()],
    ['a PNG of 16 bits', () => some().toColourspace('rgb16').png().toBuffer()],
    ['a PNG with a palette', () => some().png({ palette: true }).toBuffer()],
    ['an interlaced PNG', () => some().png({ progressive: true }).toBuffer()],
    ['a progressive JPEG', () => some().jpeg({ progressive: true }).toBuffer()],
    ['a JPEG without its end marker', async () => (await some().jpeg().toBuffer()).subarray(0, -2)],
    [
      'a progressive JPEG that ends within its end marker',
      async () => (await some().jpeg({ progressive: true }).toBuffer()).subarray(0, -1),
    ],
    [
      'a JPEG with other data behind its end marker',
      async () => Buffer.concat([await some().jpeg().toBuffer(), Buffer.alloc(500, 7)]),
    ],
    ['a lossless WebP', () => some().webp({ lossless: true }).toBuffer()],
    ['a picture in Display P3', () => some().withIccProfile('p3').png().toBuffer()],
    ['an AVIF of 10 bits', () => some().avif({ bitdepth: 10 }).toBuffer()],
  ])('has the colours of %s', async (_name, send) => {
    const picture = await make(await send());
    expect(chunksOf(picture.fullBytes)).toEqual(['VP8 ']);
    expectColour(await colourAt(picture.fullBytes, 32, 32), [0xa0, 0x80, 0x60], 20);
  });

  it('is grey when the source is grey, and transparent where the source is', async () => {
    const grey = await make(await plainImage(64, 64, '#777').toColourspace('b-w').png().toBuffer());
    expectColour(await colourAt(grey.fullBytes, 32, 32), [0x77, 0x77, 0x77]);
    const clear = await sharp({
      create: { width: 64, height: 64, channels: 4, background: { r: 0, g: 0, b: 255, alpha: 0 } },
    })
      .png()
      .toBuffer();
    const { fullBytes } = await make(clear);
    expect((await colourAt(fullBytes, 32, 32))[3]).toBe(0);
    expect(chunksOf(fullBytes)).toEqual(['VP8X', 'ALPH', 'VP8 ']);
  });

  it.each(['gif', 'webp'] as const)('of an animated %s is its first frame', async (format) => {
    const sent = await animatedImage(['#ff0000', '#0000ff', '#00ff00'], format);
    expect((await sharp(sent).metadata()).pages).toBe(3);
    const picture = await make(sent);
    expect(picture).toMatchObject({ kind: `image/${format}`, full: { width: 32, height: 18 } });
    expectColour((await colourAt(picture.fullBytes, 16, 9)).slice(0, 3), [255, 0, 0], 20);
    expect(chunksOf(picture.fullBytes)).not.toContain('ANIM');
  });

  it('is made of an animation of 1,000 frames', async () => {
    expect((await make(createGif(1_000))).full).toMatchObject({ width: 1, height: 1 });
  });
});

describe('what is not part of the picture', () => {
  it('is removed: location, camera, profile, comments and texts', async () => {
    const sent = await plainImage(400, 300)
      .withExif({
        IFD0: { Model: 'Secret camera', Copyright: 'Secret name' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' },
      })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">Secret place</x:xmpmeta>')
      .withIccProfile('p3')
      .jpeg()
      .toBuffer();
    expect(sent.toString('latin1')).toContain('Secret camera');
    expect(sent.toString('latin1')).toContain('Secret place');
    const { fullBytes, smallBytes } = await make(sent);
    for (const picture of [fullBytes, smallBytes]) {
      expect(chunksOf(picture)).toEqual(['VP8 ']);
      expect(picture.toString('latin1')).not.toContain('Secret');
      const { exif, xmp, icc, orientation } = await sharp(picture).metadata();
      expect({ exif, xmp, icc, orientation }).toEqual({});
    }
  });

  const evil = '<script>alert(document.domain)</script>';
  it.each([
    [
      'a page behind a PNG',
      async () => Buffer.concat([await plainImage(64, 64).png().toBuffer(), Buffer.from(evil)]),
    ],
    [
      'a page in the text of a PNG',
      async () => pngWithText(await plainImage(64, 64).png().toBuffer(), evil),
    ],
    ['a GIF that is a script as well', async () => scriptGif('alert(document.domain)')],
    [
      'an archive behind a JPEG',
      async () =>
        Buffer.concat([
          await plainImage(64, 64).jpeg().toBuffer(),
          Buffer.from(`PK\x03\x04${evil}PK\x05\x06`),
        ]),
    ],
    [
      'a page in the metadata of a WebP',
      async () =>
        plainImage(64, 64)
          .withXmp(evil)
          .withExif({ IFD0: { Artist: evil } })
          .webp()
          .toBuffer(),
    ],
  ])('is removed: %s', async (_name, send) => {
    const sent = await send();
    expect(sent.toString('latin1')).toContain('alert(document.domain)');
    const { fullBytes, smallBytes } = await make(sent);
    for (const picture of [fullBytes, smallBytes]) {
      expect(chunksOf(picture).filter((name) => !['VP8X', 'ALPH', 'VP8 '].includes(name))).toEqual(
        [],
      );
      expect(picture.toString('latin1')).not.toMatch(/alert|script|PK/);
    }
  });
});
