import { createHash } from 'node:crypto';
import { type CoverWidth, coverWidths } from '#shared/constants/cover-widths.ts';

/** Which of a game's pictures; a number counts those beyond cover and scene, from 1. */
export type CoverKind = 'cover' | 'scene' | number;

/** What an address of ours asks for. `hash` is that of the stored address, see `pictureHash`. */
export type CoverRequest = { gameId: number; hash: string } & (
  | { format: 'webp'; kind: CoverKind; width: CoverWidth }
  | { format: 'png'; kind: 'cover' | 'scene' }
  | { format: 'jpg'; kind: 'cover' }
);

/** What a page loads where it says nothing else, and what a browser without `srcset` gets. */
const usualWidth: CoverWidth = 640;
const idMax = 2_147_483_647;

const pagePicture =
  /^\/pictures\/(\d{1,10})\/(cover|scene|[1-9]\d?)-([0-9a-f]{8})-(\d{3,4})\.webp$/;
const sharePicture = /^\/pictures\/share\/(\d{1,10})-([0-9a-f]{8})\.(png|jpg)$/;
const sharedScene = /^\/pictures\/share\/(\d{1,10})-scene-([0-9a-f]{8})\.png$/;

/** Eight hexadecimal digits that change when the stored address does: not a secret, but a version. */
export function coverHash(stored: string): string {
  return createHash('sha256').update(stored).digest('hex').slice(0, 8);
}

/** Whether a stored address is one of our drawn pictures. */
export function isBundled(stored: string): boolean {
  return stored.startsWith('/art/');
}

/** Whether a stored address lies elsewhere on the web. */
export function isRemote(stored: string): boolean {
  return /^https?:\/\//i.test(stored);
}

/**
 * What a page names as the `src` of a game's picture: a drawn one by its own path, one from elsewhere by
 * a path of ours that tells no address. Null for what is neither.
 */
export function coverAddress(
  gameId: number,
  kind: CoverKind,
  stored: string | null,
  width: CoverWidth = usualWidth,
): string | null {
  if (stored === null || isBundled(stored)) return stored;
  // An address that was made here before is one already.
  if (pagePicture.test(stored)) return stored;
  if (!isRemote(stored)) return null;
  return `/pictures/${gameId}/${kind}-${coverHash(stored)}-${width}.webp`;
}

/**
 * The path of a game's 1200 by 630 picture for sharing: a PNG of a drawn cover, a JPEG of one from
 * elsewhere; null where it has none. Takes the cover as stored or as `pictureAddress` made it.
 */
export function shareImageAddress(game: {
  id: number;
  backgroundImage: string | null;
}): string | null {
  const { id, backgroundImage: cover } = game;
  if (cover === null) return null;
  if (isBundled(cover)) return `/pictures/share/${id}-${coverHash(cover)}.png`;
  if (isRemote(cover)) return `/pictures/share/${id}-${coverHash(cover)}.jpg`;
  const made = pagePicture.exec(cover);
  return made ? `/pictures/share/${id}-${made[3]}.jpg` : null;
}

/**
 * The path by which somebody who reads raster pictures only, and may keep them, has a game's cover or
 * scene: a PNG of a drawn one, a wide WebP of another; null where it has none.
 */
export function rasterAddress(
  gameId: number,
  kind: 'cover' | 'scene',
  stored: string | null,
): string | null {
  if (stored === null || !isBundled(stored)) return coverAddress(gameId, kind, stored, 1280);
  if (kind === 'cover') return shareImageAddress({ id: gameId, backgroundImage: stored });
  return `/pictures/share/${gameId}-scene-${coverHash(stored)}.png`;
}

/** A game of a list with its cover as a page may name it. */
export function withCover<Game extends { id: number; backgroundImage: string | null }>(
  game: Game,
): Game {
  return { ...game, backgroundImage: coverAddress(game.id, 'cover', game.backgroundImage) };
}

/** A game with all of its pictures as a page may name them. */
export function withCovers<
  Game extends {
    id: number;
    backgroundImage: string | null;
    backgroundImageAdditional: string | null;
    pictures: string[];
  },
>(game: Game): Game {
  return {
    ...withCover(game),
    backgroundImageAdditional: coverAddress(game.id, 'scene', game.backgroundImageAdditional),
    // Numbered before any is left out: the number is the place in what is stored.
    pictures: game.pictures
      .map((stored, index) => coverAddress(game.id, index + 1, stored))
      .filter((address) => address !== null),
  };
}

/** What a path of ours asks for; null for everything that none of the functions above makes. */
export function parseCoverAddress(path: string): CoverRequest | null {
  const page = pagePicture.exec(path);
  if (page) {
    const [, id = '', kind = '', hash = '', size] = page;
    const gameId = readId(id);
    const width = coverWidths.find((known) => String(known) === size);
    if (gameId === null || width === undefined) return null;
    const named = kind === 'cover' || kind === 'scene' ? kind : Number(kind);
    return { gameId, kind: named, hash, width, format: 'webp' };
  }
  const scene = sharedScene.exec(path);
  if (scene) {
    const [, id = '', hash = ''] = scene;
    const gameId = readId(id);
    return gameId === null ? null : { gameId, kind: 'scene', hash, format: 'png' };
  }
  const [, id = '', hash = '', format] = sharePicture.exec(path) ?? [];
  const gameId = readId(id);
  if (gameId === null) return null;
  return { gameId, kind: 'cover', hash, format: format === 'jpg' ? 'jpg' : 'png' };
}

/** One path for one picture: an id is written without leading zeros. */
function readId(text: string): number | null {
  return /^[1-9]/.test(text) && Number(text) <= idMax ? Number(text) : null;
}
