import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withNightly } from '#test/config/nightly.ts';
import { runSharedImageWorker } from '#test/fixtures/shared-image-worker.ts';
import { createImageProcessor } from './image-processor.ts';

const images = createImageProcessor({
  script: path.resolve('src/integrations/sharp/image-worker.ts'),
  run: runSharedImageWorker,
});

let root = '';
beforeAll(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'guildhall-orientation-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

const [width, height] = [96, 64];
const colours = {
  red: [230, 30, 30],
  green: [20, 170, 20],
  blue: [30, 30, 230],
  grey: [128, 128, 128],
};

/** The picture as it should look: one colour per corner. */
function shownPicture(x: number, y: number): number[] {
  if (y < height / 2) return x < width / 2 ? colours.red : colours.green;
  return x < width / 2 ? colours.blue : colours.grey;
}

/**
 * The sides of the shown picture that are the first row and the first column of the stored one, by
 * EXIF orientation.
 */
const sides = [
  ['top', 'left'],
  ['top', 'right'],
  ['bottom', 'right'],
  ['bottom', 'left'],
  ['left', 'top'],
  ['right', 'top'],
  ['right', 'bottom'],
  ['left', 'bottom'],
] as const;

/** The pixels as a camera in that orientation stores them. */
function stored(orientation: number) {
  const [row, column] = sides[orientation - 1] ?? sides[0];
  const turned = row === 'left' || row === 'right';
  const size = turned ? { width: height, height: width } : { width, height };
  const data = Buffer.alloc(width * height * 3);
  const from = (side: string, at: number) =>
    side === 'top' || side === 'left' ? at : (side === 'bottom' ? height : width) - 1 - at;
  for (let r = 0; r < size.height; r++) {
    for (let c = 0; c < size.width; c++) {
      const [x, y] = turned ? [from(row, r), from(column, c)] : [from(column, c), from(row, r)];
      data.set(shownPicture(x, y), (r * size.width + c) * 3);
    }
  }
  return sharp(data, { raw: { ...size, channels: 3 } });
}

describe('a picture', () => {
  it.each([
    ...sides.map((_, at) => ({ orientation: at + 1, format: 'jpeg' as const })),
    // A container format that can rotate a picture itself: it must not be rotated twice.
    ...withNightly([6, 7], [1, 2, 3, 4, 5, 8]).map((orientation) => ({
      ...{ orientation, format: 'avif' as const },
    })),
    { orientation: 6, format: 'webp' as const },
    { orientation: 7, format: 'png' as const },
  ])(
    'in $format with orientation $orientation is shown the right way up',
    async ({ orientation, format }) => {
      const file = path.join(root, randomUUID());
      const sent = stored(orientation).withMetadata({ orientation });
      await writeFile(file, await sent.toFormat(format).toBuffer());
      const { full, thumbnail } = await images.process(file, root);
      for (const picture of [full, thumbnail]) {
        expect(picture).toMatchObject({ width, height });
        const pixels = await sharp(await readFile(picture.path))
          .raw()
          .toBuffer();
        const corners = { red: [8, 8], green: [88, 8], blue: [8, 56], grey: [88, 56] } as const;
        for (const [name, [x, y]] of Object.entries(corners)) {
          const at = (y * width + x) * 3;
          const got = [...pixels.subarray(at, at + 3)];
          const wanted = shownPicture(x, y);
          const by = Math.max(...got.map((value, n) => Math.abs(value - (wanted[n] ?? 0))));
          expect(by, `${name}: ${got} instead of ${wanted}`).toBeLessThan(40);
        }
      }
    },
  );
});
