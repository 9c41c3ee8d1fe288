import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { z } from 'zod';
import { type Manifest, manifestFile, manifestSchema } from './art/art-manifest.ts';
import { type CardIcons, cardIconsFile, cardVersion } from './art/card-icons.ts';
import { allEmblems, gameStyle, noGame } from './art/parts/game-style.ts';
import { getEmblemSvg, getIconSvg, iconPackageVersion } from './art/parts/icon-svg.ts';
import { drawAvatar } from './art/pictures/avatar.ts';
import { cardIconNames, drawCard, glyphIconNames } from './art/pictures/card.ts';
import { drawCardBack } from './art/pictures/card-back.ts';
import { drawFavicon } from './art/pictures/favicon.ts';
import { drawScene } from './art/pictures/game-background.ts';
import { type DrawnGame, drawCover } from './art/pictures/game-cover.ts';
import { drawDetail } from './art/pictures/game-detail.ts';
import { drawShare } from './art/pictures/share-image.ts';
import { drawBanner } from './art/pictures/shop-banner.ts';
import { cardSets } from './card-sets.ts';
import { avatars, gameIconNames } from './game-icon-names.ts';
import { gameMoods } from './game-moods.ts';
import { glyphNames } from './glyph-names.ts';

const catalogDirectory = dirname(fileURLToPath(import.meta.url));
const gamesSchema = z.array(
  z.object({ id: z.number(), genres: z.array(z.object({ slug: z.string() })) }),
);

/**
 * Draws all pictures of the bundle and their manifest into a folder that is served as `/art`.
 * File names contain a hash of the content, except those of the avatars and the favicon, which
 * are referred to by fixed names. Does nothing when no input has changed. Removes pictures that
 * are no longer used. `only` limits the games to these ids.
 */
export async function drawPictures(
  directory: string,
  only?: ReadonlySet<number>,
): Promise<'drawn' | 'unchanged'> {
  const version = await hashOfInputs(only);
  const previous = await readManifest(directory);
  if (
    previous?.version === version &&
    filesOf(previous).every((f) => existsSync(join(directory, f)))
  ) {
    return 'unchanged';
  }

  const kept = new Set<string>([manifestFile]);
  const save = async (path: string, content: string | Buffer) => {
    const file = join(directory, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
    kept.add(path);
    return `/art/${path}`;
  };
  const hashed = (path: string, svg: string) => save(`${path}-${hash(svg)}.svg`, svg);
  const share = await drawShare();

  const manifest: Manifest = {
    version,
    covers: {},
    scenes: {},
    details: {},
    cards: {},
    avatars: [],
    banner: await hashed('banner', drawBanner()),
    share: await save(`share-${hash(share)}.png`, share),
    favicon: await save('favicon.svg', drawFavicon()),
  };
  const games = await readGames();
  const gamesWithGenres = new Map(
    games.map(({ id, genres }) => [id, genres.map(({ slug }) => slug)]),
  );
  for (const game of games.filter(({ id }) => !only || only.has(id))) {
    manifest.covers[game.id] = await hashed(`covers/${game.id}`, drawCover(game));
    manifest.scenes[game.id] = await hashed(`scenes/${game.id}`, drawScene(game));
    manifest.details[game.id] = await hashed(`details/${game.id}`, drawDetail(game));
  }
  const icons = collectCardIcons(version);
  await save(cardIconsFile, JSON.stringify(icons));
  // The server draws the cards of each game. These are the pictures for no game in particular, and
  // their paths have the same version as those of all games.
  const saveCard = (name: string, svg: string) =>
    save(`cards/any/${name}-${cardVersion(icons)}.svg`, svg);
  for (const { gameId, cards } of cardSets) {
    const genres = gamesWithGenres.get(gameId ?? 0) ?? [];
    const style = gameId === null ? noGame : gameStyle(gameId, genres);
    for (const card of cards) {
      manifest.cards[card.id] = await saveCard(card.id, drawCard(card, style, icons));
    }
  }
  await saveCard('back', drawCardBack(noGame, icons));
  for (const [index, avatar] of avatars.entries()) {
    const webp = await sharp(Buffer.from(drawAvatar(avatar)))
      .webp({ quality: 88 })
      .toBuffer();
    manifest.avatars.push(await save(`avatars/profile${index + 1}.webp`, webp));
  }

  // The manifest is written last and in one step, so that every picture it names exists.
  const draft = join(directory, `.${manifestFile}`);
  await writeFile(draft, `${JSON.stringify(manifest)}\n`);
  await rename(draft, join(directory, manifestFile));
  await removeOthers(directory, kept);
  return 'drawn';
}

/** The icons of all cards and games, with which the server draws cards. */
export function collectCardIcons(version: string): CardIcons {
  const cards = cardSets.flatMap((set) => set.cards.flatMap((card) => cardIconNames(card)));
  const byName = (names: string[], svgOf: (name: string) => string) =>
    Object.fromEntries([...new Set(names)].map((name) => [name, svgOf(name)]));
  return {
    version,
    icons: byName([...cards, ...glyphIconNames()], getIconSvg),
    glyphs: [...glyphNames],
    emblems: byName(allEmblems(), getEmblemSvg),
  };
}

async function readGames(): Promise<DrawnGame[]> {
  const text = await readFile(join(catalogDirectory, 'games.json'), 'utf8');
  const games = gamesSchema.parse(JSON.parse(text));
  return games.map(drawnGame);
}

/** A game with its icon and mood. @throws Error when one of them is not defined. */
export function drawnGame(game: z.infer<typeof gamesSchema>[number]): DrawnGame {
  const [icon, mood] = [gameIconNames[game.id], gameMoods[game.id]];
  if (!icon || !mood) throw new Error(`No icon and mood were picked for game ${game.id}.`);
  return { ...game, icon, mood };
}

/** A hash of everything that the pictures depend on: data, code, icons and renderer. */
async function hashOfInputs(only?: ReadonlySet<number>): Promise<string> {
  const artFiles = await readdir(join(catalogDirectory, 'art'), { recursive: true });
  const files = [
    ...[
      'draw-pictures.ts',
      'seeded-random.ts',
      'game-icon-names.ts',
      'game-moods.ts',
      'glyph-names.ts',
      'card-sets.ts',
      'games.json',
    ],
    ...artFiles.filter((name) => /(?<!\.test)\.ts$/.test(name)).map((name) => `art/${name}`),
  ].sort();
  const all = createHash('sha256');
  all.update(JSON.stringify([iconPackageVersion(), sharp.versions, only ? [...only] : 'all']));
  for (const file of files) all.update(file).update(await readFile(join(catalogDirectory, file)));
  return all.digest('hex').slice(0, 16);
}

/** The manifest of an earlier run; null when it is missing or invalid. */
async function readManifest(directory: string): Promise<Manifest | null> {
  try {
    const text = await readFile(join(directory, manifestFile), 'utf8');
    return manifestSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

function filesOf(manifest: Manifest): string[] {
  const { covers, scenes, details, cards, avatars, banner, share, favicon } = manifest;
  const maps = [covers, scenes, details, cards].flatMap((map) => Object.values(map));
  return [...maps, ...avatars, banner, share, favicon].map((url) => url.replace('/art/', ''));
}

/** Removes pictures of earlier runs, recognized by the form of their names. */
async function removeOthers(directory: string, kept: ReadonlySet<string>): Promise<void> {
  for (const path of await readdir(directory, { recursive: true })) {
    const name = path.replaceAll('\\', '/');
    if (!kept.has(name) && hashedPicture.test(name)) await rm(join(directory, path));
  }
}

const hashedPicture =
  /^(?:(?:(?:covers|scenes|details|cards(?:\/any)?)\/[a-z0-9-]+|banner)-[0-9a-f]{8}\.svg|share-[0-9a-f]{8}\.png)$/;

function hash(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 8);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const directory = resolve(process.argv[2] ?? 'public/art');
  console.log(`Pictures in ${directory}: ${await drawPictures(directory)}.`);
}
