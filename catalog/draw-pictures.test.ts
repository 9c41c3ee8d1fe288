import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { manifestSchema } from './art/art-manifest.ts';
import { hasIcon } from './art/parts/icon-svg.ts';
import { drawScene } from './art/pictures/game-background.ts';
import { drawCover } from './art/pictures/game-cover.ts';
import { drawDetail } from './art/pictures/game-detail.ts';
import { drawnGame, drawPictures } from './draw-pictures.ts';
import { avatars, gameIconNames } from './game-icon-names.ts';
import { gameMoods } from './game-moods.ts';
import games from './games.json' with { type: 'json' };

const some = new Set([3498, 10436]);
const kinds = { covers: drawCover, scenes: drawScene, details: drawDetail };
const all = Object.entries(kinds).map(([kind, draw]) => ({
  kind,
  pictures: games.map((game) => draw(drawnGame(game))),
}));
let folders: [string, string];

beforeAll(async () => {
  const make = () => mkdtemp(join(tmpdir(), 'guildhall-art-'));
  folders = [await make(), await make()];
  for (const folder of folders) await drawPictures(folder, some);
});
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true });
});

async function files(folder: string): Promise<Map<string, string>> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = found.filter((e) => e.isFile()).map((e) => join(e.parentPath, e.name));
  const contents = await Promise.all(paths.map((path) => readFile(path, 'base64')));
  return new Map(paths.map((path, i) => [path.slice(folder.length), contents[i] ?? '']));
}

test('every game has its own icon, and the icon exists', () => {
  const icons = games.map(({ id }) => gameIconNames[id] ?? `none for ${id}`);
  expect(icons.filter((name) => !hasIcon(name))).toEqual([]);
  expect(new Set(icons).size).toBe(games.length);
  expect(Object.keys(gameIconNames)).toHaveLength(games.length);
});

test('every game has a mood, and every mood is used', () => {
  expect(Object.keys(gameMoods).map(Number).toSorted()).toEqual(
    games.map(({ id }) => id).toSorted(),
  );
  expect(new Set(Object.values(gameMoods)).size).toBe(10);
});

test('there are nine avatars with different animals and hues', () => {
  expect(avatars).toHaveLength(9);
  expect(avatars.filter(({ icon }) => !hasIcon(icon))).toEqual([]);
  expect(new Set(avatars.map(({ icon }) => icon)).size).toBe(9);
  expect(new Set(avatars.map(({ hue }) => hue)).size).toBe(9);
});

test.each(all)('all $kind are different, even without their icons', ({ pictures }) => {
  const grounds = pictures.map((svg) => svg.replace(/<g id="g">.*?<\/g>/, ''));
  expect(new Set(grounds).size).toBe(games.length);
});

test.each(all)('the $kind have at most 10 KB each and 9 KB on average', ({ pictures }) => {
  const sizes = pictures.map((svg) => Buffer.byteLength(svg));
  expect(Math.max(...sizes)).toBeLessThanOrEqual(10 * 1024);
  expect(sizes.reduce((a, b) => a + b) / sizes.length).toBeLessThanOrEqual(9 * 1024);
});

test('a cover, a scene and a detail are drawn correctly by a second renderer', async () => {
  for (const { kind, pictures } of all) {
    const { data, info } = await sharp(Buffer.from(pictures[0] ?? ''), { density: 135 })
      .resize(1200, 675)
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true });
    // A renderer that does not support a filter, a clip or a `use` leaves the picture dark or flat.
    const bright = data.filter((value) => value > 200).length / (info.width * info.height);
    const dark = data.filter((value) => value < 40).length / (info.width * info.height);
    expect(bright, kind).toBeGreaterThan(0.01);
    expect(dark, kind).toBeGreaterThan(0.1);
  }
});

test('drawing the same picture twice gives the same bytes', async () => {
  expect(await files(folders[0])).toEqual(await files(folders[1]));
});

test('the manifest names every file of the folder', async () => {
  const drawn = await files(folders[0]);
  const text = await readFile(join(folders[0], 'manifest.json'), 'utf8');
  const { covers, scenes, details, cards, avatars, banner, share, favicon } = manifestSchema.parse(
    JSON.parse(text),
  );
  const maps = [covers, scenes, details, cards].flatMap((map) => Object.values(map));
  const urls = [...maps, ...avatars, banner, share, favicon];

  for (const map of [covers, scenes, details]) expect(Object.keys(map)).toEqual(['3498', '10436']);
  expect(Object.keys(cards)).toHaveLength(33);
  expect(urls.map((url) => url.replace('/art', '')).toSorted()).toEqual(
    // Pages have the path of the back from that of a card, and only the server reads the icons.
    [...drawn.keys()].filter((path) => !/manifest|card-icons|\/back-/.test(path)).toSorted(),
  );
});

test('a second run draws only missing pictures and removes unused ones', async () => {
  const [folder] = folders;
  const before = await files(folder);
  expect(await drawPictures(folder, some)).toBe('unchanged');

  await rm(join(folder, 'favicon.svg'));
  await writeFile(join(folder, 'covers/1-00000000.svg'), '<svg/>');
  await writeFile(join(folder, 'details/1-00000000.svg'), '<svg/>');
  await writeFile(join(folder, 'share-00000000.png'), '');
  await writeFile(join(folder, 'of-somebody-else.txt'), 'kept');
  expect(await drawPictures(folder, some)).toBe('drawn');

  expect(await readFile(join(folder, 'of-somebody-else.txt'), 'utf8')).toBe('kept');
  await rm(join(folder, 'of-somebody-else.txt'));
  expect(await files(folder)).toEqual(before);
});

test('no picture contains scripts or external references', async () => {
  const others = [...(await files(folders[0]))]
    .filter(([path]) => path.endsWith('.svg'))
    .map(([, content]) => Buffer.from(content, 'base64').toString());

  for (const svg of [...all.flatMap(({ pictures }) => pictures), ...others]) {
    expect(svg).not.toMatch(/<script|<foreignObject|<text|<image|<style|\son\w+=|NaN|undefined/i);
    // References lead only to parts of the same picture.
    expect(svg.match(/(?:href|url)(?:="|\()(?!#)/g)).toBeNull();
  }
});

test('the banner has at most 16 KB', async () => {
  for (const [path, content] of await files(folders[0])) {
    const size = Buffer.from(content, 'base64').length;
    if (path.includes('/banner')) expect(size, path).toBeLessThanOrEqual(16 * 1024);
  }
});

test('the share image of the start page is a PNG of the recommended size', async () => {
  const { share } = manifestSchema.parse(
    JSON.parse(await readFile(join(folders[0], 'manifest.json'), 'utf8')),
  );
  expect(share).toMatch(/^\/art\/share-[0-9a-f]{8}\.png$/);
  const file = await readFile(join(folders[0], share.replace('/art/', '')));
  const { format, width, height } = await sharp(file).metadata();
  expect({ format, width, height }).toEqual({ format: 'png', width: 1200, height: 630 });
  expect(file.length).toBeLessThan(300 * 1024);
});

test('an avatar is a square of 256 pixels with a small file size', async () => {
  for (let i = 1; i <= 9; i += 1) {
    const file = join(folders[0], `avatars/profile${i}.webp`);
    const { format, width, height, size } = await sharp(await readFile(file)).metadata();
    expect({ format, width, height }).toEqual({ format: 'webp', width: 256, height: 256 });
    expect(size).toBeLessThan(24 * 1024);
  }
});
