import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawCover } from './art/cover.ts';
import { hasGlyph } from './art/icons.ts';
import { manifestSchema } from './art/manifest.ts';
import { drawScene } from './art/scene.ts';
import { drawArt } from './draw.ts';
import games from './games.json' with { type: 'json' };
import { avatarGlyphs, gameGlyphs } from './glyphs.ts';

const some = new Set([3498, 10436]);
const limit = 12 * 1024;
let folders: [string, string];

beforeAll(async () => {
  const make = () => mkdtemp(join(tmpdir(), 'guildhall-art-'));
  folders = [await make(), await make()];
  for (const folder of folders) await drawArt(folder, some);
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

test('every game has a glyph that exists, and no two the same', () => {
  const glyphs = games.map(({ id }) => gameGlyphs[id] ?? `none for ${id}`);
  expect(glyphs.filter((name) => !hasGlyph(name))).toEqual([]);
  expect(new Set(glyphs).size).toBe(games.length);
  expect(Object.keys(gameGlyphs)).toHaveLength(games.length);
});

test('there are nine avatars whose glyphs exist', () => {
  expect(avatarGlyphs).toHaveLength(9);
  expect(avatarGlyphs.filter(({ glyph }) => !hasGlyph(glyph))).toEqual([]);
});

test('drawing twice gives the same bytes', async () => {
  expect(await files(folders[0])).toEqual(await files(folders[1]));
});

test('the manifest names every picture, and nothing else lies there', async () => {
  const drawn = await files(folders[0]);
  const text = await readFile(join(folders[0], 'manifest.json'), 'utf8');
  const { covers, scenes, cards, avatars, banner, favicon } = manifestSchema.parse(
    JSON.parse(text),
  );
  const maps = [covers, scenes, cards].flatMap((map) => Object.values(map));
  const urls = [...maps, ...avatars, banner, favicon];

  expect(Object.keys(covers)).toEqual(['3498', '10436']);
  expect(Object.keys(cards)).toHaveLength(33);
  expect(urls.map((url) => url.replace('/art', '')).toSorted()).toEqual(
    [...drawn.keys()].filter((path) => path !== '/manifest.json').toSorted(),
  );
});

test('a second run draws nothing, replaces what is missing and removes what is stale', async () => {
  const [folder] = folders;
  const before = await files(folder);
  expect(await drawArt(folder, some)).toBe('unchanged');

  await rm(join(folder, 'favicon.svg'));
  await writeFile(join(folder, 'covers/1-00000000.svg'), '<svg/>');
  await writeFile(join(folder, 'of-somebody-else.txt'), 'kept');
  expect(await drawArt(folder, some)).toBe('drawn');

  expect(await readFile(join(folder, 'of-somebody-else.txt'), 'utf8')).toBe('kept');
  await rm(join(folder, 'of-somebody-else.txt'));
  expect(await files(folder)).toEqual(before);
});

test('every picture is small, and safe to show', async () => {
  const { covers, scenes } = {
    covers: games.map((game) => drawCover(game, gameGlyphs[game.id] ?? '')),
    scenes: games.map((game) => drawScene(game, gameGlyphs[game.id] ?? '')),
  };
  const others = [...(await files(folders[0]))]
    .filter(([path]) => path.endsWith('.svg') && !path.includes('banner'))
    .map(([, content]) => Buffer.from(content, 'base64').toString());

  for (const svg of [...covers, ...scenes, ...others]) {
    expect(svg.length).toBeLessThanOrEqual(limit);
    expect(svg).not.toMatch(/<script|<foreignObject|<text|<image|<style|\son\w+=|NaN|undefined/i);
    // Nothing but the picture's own parts is referred to.
    expect(svg.match(/(?:href|url)(?:="|\()(?!#)/g)).toBeNull();
  }
});

test('an avatar is a square of 256 pixels, small enough for a list of players', async () => {
  for (let i = 1; i <= 9; i += 1) {
    const file = join(folders[0], `avatars/profile${i}.webp`);
    const { format, width, height, size } = await sharp(await readFile(file)).metadata();
    expect({ format, width, height }).toEqual({ format: 'webp', width: 256, height: 256 });
    expect(size).toBeLessThan(24 * 1024);
  }
});
