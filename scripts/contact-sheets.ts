import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp, { type OverlayOptions } from 'sharp';
import { gameStyle } from '#catalog/art/parts/game-style.ts';
import { drawCard } from '#catalog/art/pictures/card.ts';
import { cardSets } from '#catalog/card-sets.ts';
import { collectCardIcons, drawPictures } from '#catalog/draw-pictures.ts';
import { type BundledCard, type BundledGame, readBundle } from '#catalog/read-bundle.ts';

type Tile = { file: string; caption: string; grey?: boolean };
type Grid = { columns: number; width: number; height: number; perSheet: number; canvas: string };

const night = '#0d1220';
const day = '#f4f1ea';
const gap = 18;
const line = 24;

/**
 * Draws all pictures of the bundle side by side, so that people can judge them as a series: covers,
 * scenes and details with 30 on a sheet, cards in colour and in grey, avatars on both themes at
 * the sizes of the pages. Writes PNGs to `folder`, which is emptied first.
 * Returns the number of sheets.
 */
export async function drawContactSheets(artDirectory: string, folder: string): Promise<number> {
  await drawPictures(artDirectory);
  const bundle = await readBundle({ catalogDirectory: 'catalog', artDirectory });
  const file = (url: string) => path.join(artDirectory, url.replace('/art/', ''));
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  let sheets = 0;

  const series = async (name: string, tiles: readonly Tile[], grid: Grid) => {
    for (let at = 0; at < tiles.length; at += grid.perSheet) {
      const number = String(at / grid.perSheet + 1).padStart(2, '0');
      const target = path.join(folder, `${name}-${number}.png`);
      await drawSheet(tiles.slice(at, at + grid.perSheet), grid, target);
      sheets += 1;
    }
  };

  const wide: Grid = { columns: 5, width: 304, height: 171, perSheet: 30, canvas: night };
  const tilesOf = (urlOf: (game: BundledGame) => string | null): Tile[] =>
    bundle.games.flatMap((game) => {
      const url = urlOf(game);
      return url ? [{ file: file(url), caption: game.name }] : [];
    });
  await series(
    'covers',
    tilesOf(({ cover }) => cover),
    wide,
  );
  await series(
    'scenes',
    tilesOf(({ scene }) => scene),
    wide,
  );
  await series(
    'details',
    tilesOf(({ detail }) => detail),
    wide,
  );

  const cards = bundle.cardSets.flatMap((set) => set.cards);
  const card = (grey: boolean) =>
    cards.flatMap(({ name, rarity, picture }: BundledCard): Tile[] =>
      picture ? [{ file: file(picture), caption: `${rarity}: ${name}`, grey }] : [],
    );
  const tall: Grid = { columns: 9, width: 165, height: 220, perSheet: 36, canvas: night };
  await series('cards', card(false), tall);
  await series('crowns', await drawCrowns(bundle.games, folder), { ...tall, perSheet: 54 });
  await series('cards-grey', card(true), tall);
  await series('cards-light', card(false), { ...tall, canvas: day });

  const faces = (size: number): Grid => ({
    columns: 9,
    width: size,
    height: size,
    perSheet: 9,
    canvas: night,
  });
  const avatars = bundle.avatars.map((url) => ({ file: file(url), caption: '' }));
  for (const size of [144, 64, 32]) {
    await series(`avatars-${size}-dark`, avatars, faces(size));
    await series(`avatars-${size}-light`, avatars, { ...faces(size), canvas: day });
  }
  const single = { columns: 1, perSheet: 1, canvas: night };
  const banner = bundle.banner ? [{ file: file(bundle.banner), caption: '' }] : [];
  await series('banner', banner, { ...single, width: 1600, height: 533 });
  const share = bundle.share ? [{ file: file(bundle.share), caption: '' }] : [];
  await series('share', share, { ...single, width: 1200, height: 630 });
  return sheets;
}

/** Draws the crown of each game and writes it to the folder, as the server would. */
async function drawCrowns(games: readonly BundledGame[], folder: string): Promise<Tile[]> {
  const icons = collectCardIcons('00000000');
  const crown = cardSets.flatMap(({ cards }) => cards).find(({ id }) => id === 'default-crown');
  if (!crown) throw new Error('There is no crown.');
  const tiles: Tile[] = [];
  for (const { id, name, genres } of games) {
    const slugs = genres.map(({ slug }) => slug);
    const file = path.join(folder, `crown-${id}.svg`);
    await writeFile(file, drawCard(crown, gameStyle(id, slugs), icons));
    tiles.push({ file, caption: name });
  }
  return tiles;
}

async function drawSheet(tiles: readonly Tile[], grid: Grid, target: string): Promise<void> {
  const { columns, width, height, canvas } = grid;
  const captioned = tiles.some(({ caption }) => caption !== '');
  const [stepX, stepY] = [width + gap, height + gap + (captioned ? line : 0)];
  const size = {
    width: gap + Math.min(columns, tiles.length) * stepX,
    height: gap + Math.ceil(tiles.length / columns) * stepY,
  };
  const ink = canvas === night ? '#e8e4da' : '#1b2233';
  const layers: OverlayOptions[] = [];
  let words = '';
  for (const [index, tile] of tiles.entries()) {
    const left = gap + (index % columns) * stepX;
    const top = gap + Math.floor(index / columns) * stepY;
    layers.push({ input: await raster(tile, width, height), left, top });
    words +=
      `<text x="${left}" y="${top + height + 18}" fill="${ink}">` +
      `${escaped(tile.caption.slice(0, Math.floor(width / 8.4)))}</text>`;
  }
  const captions =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" ` +
    `font-family="sans-serif" font-size="14">${words}</svg>`;
  layers.push({ input: Buffer.from(captions), left: 0, top: 0 });
  await sharp({ create: { ...size, channels: 3, background: canvas } })
    .composite(layers)
    .png()
    .toFile(target);
}

async function raster({ file, grey }: Tile, width: number, height: number): Promise<Buffer> {
  const picture = sharp(await readFile(file)).resize(width, height);
  return (grey ? picture.greyscale() : picture).png().toBuffer();
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
