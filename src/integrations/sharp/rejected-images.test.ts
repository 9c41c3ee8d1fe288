import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createGif,
  jpegClaimingSize,
  photograph,
  plainImage,
  pngClaimingSize,
} from '#test/fixtures/generated-images.ts';
import { runSharedImageWorker } from '#test/fixtures/shared-image-worker.ts';
import { createImageProcessor } from './image-processor.ts';

const script = path.resolve('src/integrations/sharp/image-worker.ts');
const images = createImageProcessor({ script, run: runSharedImageWorker });
const withOwnProcess = createImageProcessor({ script });

let root = '';
let folder = '';

beforeAll(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'guildhall-refused-'));
});
beforeEach(async () => {
  folder = await mkdtemp(path.join(root, 'made-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

/** The result for a file: the code of the error, or its type. */
async function outcome(bytes: Uint8Array, name?: string): Promise<string> {
  const file = path.join(root, name ?? randomUUID());
  await writeFile(file, bytes);
  // A file with a name is made as the server does it.
  const told = await (name ? withOwnProcess : images).process(file, folder).then(
    (output) => output.kind,
    (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : error),
  );
  return String(told);
}

/** A file that starts with 'ftyp' and the given brands, as HEIC and AVIF do. */
const branded = (...brands: string[]) =>
  Buffer.concat([
    Buffer.from([0, 0, 0, 8 + 4 * (brands.length + 1)]),
    Buffer.from(`ftyp${brands[0]}\0\0\0\0${brands.slice(1).join('')}`, 'latin1'),
    randomBytes(2_000),
  ]);

const html = Buffer.from('<!doctype html><title>x</title><script>alert(1)</script>');
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');

describe('files that the image processor gets', () => {
  it.each<[string, string, () => Uint8Array | Promise<Uint8Array>]>([
    ['nothing', 'not-a-picture', () => Buffer.alloc(0)],
    ['random bytes', 'not-a-picture', () => randomBytes(10_000)],
    ['a page', 'not-a-picture', () => html],
    ['an SVG', 'not-a-picture', () => svg],
    ['a packed SVG', 'not-a-picture', () => deflateSync(svg)],
    ['a TIFF', 'not-a-picture', () => plainImage(32, 32).tiff().toBuffer()],
    ['a PDF', 'not-a-picture', () => Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj')],
    ['a HEIC', 'not-a-picture', () => branded('heic', 'mif1', 'heic')],
    ['a BMP', 'not-a-picture', () => Buffer.from(`BM${'\0'.repeat(100)}`)],
    ['the first three bytes of a JPEG', 'picture-broken', () => Buffer.from([0xff, 0xd8, 0xff])],
    [
      'an SVG behind the mark of a JPEG',
      'picture-broken',
      () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), svg]),
    ],
    [
      'a page behind the mark of a GIF',
      'picture-broken',
      () => Buffer.concat([Buffer.from('GIF89a'), html]),
    ],
    ['a HEIC that says it is an AVIF', 'picture-broken', () => branded('heic', 'avif')],
    [
      'a cut JPEG',
      'picture-broken',
      async () => (await (await photograph(800, 450)).jpeg().toBuffer()).subarray(0, 9_000),
    ],
    [
      'a JPEG of which the last pixels are missing',
      'picture-broken',
      async () => (await (await photograph(800, 450)).jpeg().toBuffer()).subarray(0, -60),
    ],
    [
      'a cut PNG',
      'picture-broken',
      async () => (await (await photograph(300, 200)).png().toBuffer()).subarray(0, 20_000),
    ],
    [
      'a cut WebP',
      'picture-broken',
      async () => (await (await photograph(800, 450)).webp().toBuffer()).subarray(0, 2_000),
    ],
    [
      'a cut AVIF',
      'picture-broken',
      async () =>
        (await (await photograph(800, 450)).avif({ effort: 0 }).toBuffer()).subarray(0, 2_000),
    ],
    ['a PNG that says 60,000 by 60,000', 'picture-pixels', () => pngClaimingSize(60_000, 60_000)],
    ['a PNG that says 50,000,001 by 1', 'picture-pixels', () => pngClaimingSize(50_000_001, 1)],
    [
      'a JPEG that says 65,500 by 65,500',
      'picture-pixels',
      async () => jpegClaimingSize(await plainImage(64, 64).jpeg().toBuffer(), 65_500, 65_500),
    ],
    ['a GIF that says 65,535 by 65,535', 'picture-pixels', () => createGif(1, 65_535, 65_535)],
    [
      'a PNG that says 7,000 by 7,000 and has a line',
      'picture-broken',
      () => pngClaimingSize(7_000, 7_000),
    ],
    ['a PNG that is no pixel wide', 'picture-broken', () => pngClaimingSize(0, 10)],
    [
      'an AVIF of 17 megapixels',
      'picture-avif-pixels',
      () => plainImage(4_097, 4_097).avif({ effort: 0 }).toBuffer(),
    ],
    ['a GIF of 1,001 frames', 'picture-frames', () => createGif(1_001)],
    ['a GIF of 10,000 frames', 'picture-frames', () => createGif(10_000)],
    ['a GIF of 3,000,000 frames', 'picture-frames', () => createGif(3_000_000)],
  ])('%s is rejected with %s, and no file is left', async (_name, code, send) => {
    expect(await outcome(await send())).toBe(code);
    expect(await readdir(folder)).toEqual([]);
  });

  it('an HTML page with the file name of a picture is rejected', async () => {
    expect(await outcome(html, 'holiday.png')).toBe('not-a-picture');
  });

  it('a picture with the file name of a page is accepted', async () => {
    expect(await outcome(await plainImage(20, 20).png().toBuffer(), 'index.html')).toBe(
      'image/png',
    );
  });
});
