import { createHash } from 'node:crypto';
import { type CoverWidth, coverWidths } from '#shared/constants/catalog/cover-widths.ts';

/** Which picture of a game; numbers from 1 are the pictures besides cover and scene. */
export type CoverKind = 'cover' | 'scene' | number;

/** The picture that a path of ours names. `hash` is the hash of the stored path or URL, see `coverHash`. */
export type CoverRequest = { gameId: number; hash: string } & (
  | { format: 'webp'; kind: CoverKind; width: CoverWidth }
  | { format: 'png'; kind: 'cover' | 'scene' }
  | { format: 'jpg'; kind: 'cover' }
);

/** The width of a page's picture by default, also for browsers without `srcset`. */
const defaultWidth: CoverWidth = 640;
const idMax = 2_147_483_647;

const pageCoverPattern =
  /^\/pictures\/(\d{1,10})\/(cover|scene|[1-9]\d?)-([0-9a-f]{8})-(\d{3,4})\.webp$/;
const shareImagePattern = /^\/pictures\/share\/(\d{1,10})-([0-9a-f]{8})\.(png|jpg)$/;
const sceneImagePattern = /^\/pictures\/share\/(\d{1,10})-scene-([0-9a-f]{8})\.png$/;

/** A version of the picture: eight hexadecimal digits that change with what is stored. Not a secret. */
export function coverHash(stored: string): string {
  return createHash('sha256').update(stored).digest('hex').slice(0, 8);
}

/** Whether a stored cover is the path of a bundled picture. */
export function isBundledPath(stored: string): boolean {
  return stored.startsWith('/art/');
}

/** Whether a stored cover is a URL of another site. */
function isRemoteUrl(stored: string): boolean {
  return /^https?:\/\//i.test(stored);
}

const sitePicturePattern = /^\/photos\/([0-9a-f-]{36})\/([0-9a-f]{64})\.webp$/;

/** The id and the hash of a picture of the site by its path; null for any other stored cover. */
export function parseSitePicturePath(stored: string): { id: string; hash: string } | null {
  const [, id, hash] = sitePicturePattern.exec(stored) ?? [];
  return id && hash ? { id, hash } : null;
}

/** Whether a stored cover is made smaller for pages: a URL of another site or a picture of the site. */
export function isResized(stored: string): boolean {
  return isRemoteUrl(stored) || sitePicturePattern.test(stored);
}

/**
 * The `src` of a game's picture on a page. A bundled picture has its own path. A picture of another site
 * and one that an editor uploaded has a path of ours that does not show the original URL. Null for any other text.
 */
export function coverPath(
  gameId: number,
  kind: CoverKind,
  stored: string | null,
  width: CoverWidth = defaultWidth,
): string | null {
  if (stored === null || isBundledPath(stored)) return stored;
  // The path is already a result of this function.
  if (pageCoverPattern.test(stored)) return stored;
  if (!isResized(stored)) return null;
  return `/pictures/${gameId}/${kind}-${coverHash(stored)}-${width}.webp`;
}

/**
 * The path of a game's share image (1200 × 630): a PNG of a bundled cover, a JPEG of any other cover.
 * Null for a game without a cover. Accepts the cover as stored or as returned by `coverPath`.
 */
export function shareImagePath(game: {
  id: number;
  backgroundImage: string | null;
}): string | null {
  const { id, backgroundImage: cover } = game;
  if (cover === null) return null;
  if (isBundledPath(cover)) return `/pictures/share/${id}-${coverHash(cover)}.png`;
  if (isResized(cover)) return `/pictures/share/${id}-${coverHash(cover)}.jpg`;
  const match = pageCoverPattern.exec(cover);
  return match ? `/pictures/share/${id}-${match[3]}.jpg` : null;
}

/**
 * The path of a game's cover or scene as a raster image, for clients that cannot show SVG: a PNG of a
 * bundled picture, a 1,280 pixel wide WebP of any other. Null for a game without the picture.
 */
export function rasterPath(
  gameId: number,
  kind: 'cover' | 'scene',
  stored: string | null,
): string | null {
  if (stored === null || !isBundledPath(stored)) return coverPath(gameId, kind, stored, 1280);
  if (kind === 'cover') return shareImagePath({ id: gameId, backgroundImage: stored });
  return `/pictures/share/${gameId}-scene-${coverHash(stored)}.png`;
}

/** Replaces the stored cover of a listed game with the path for pages. */
export function withCover<Game extends { id: number; backgroundImage: string | null }>(
  game: Game,
): Game {
  return { ...game, backgroundImage: coverPath(game.id, 'cover', game.backgroundImage) };
}

/** Replaces all stored pictures of a game with the paths for pages. */
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
    backgroundImageAdditional: coverPath(game.id, 'scene', game.backgroundImageAdditional),
    // Numbers come from the stored list, before pictures without a path are left out.
    pictures: game.pictures
      .map((stored, index) => coverPath(game.id, index + 1, stored))
      .filter((path) => path !== null),
  };
}

/** Parses a path of a picture; null for every path that the functions above cannot return. */
export function parseCoverPath(path: string): CoverRequest | null {
  const pageCover = pageCoverPattern.exec(path);
  if (pageCover) {
    const [, id = '', kind = '', hash = '', size] = pageCover;
    const gameId = parseId(id);
    const width = coverWidths.find((allowed) => String(allowed) === size);
    if (gameId === null || width === undefined) return null;
    const coverKind = kind === 'cover' || kind === 'scene' ? kind : Number(kind);
    return { gameId, kind: coverKind, hash, width, format: 'webp' };
  }
  const scene = sceneImagePattern.exec(path);
  if (scene) {
    const [, id = '', hash = ''] = scene;
    const gameId = parseId(id);
    return gameId === null ? null : { gameId, kind: 'scene', hash, format: 'png' };
  }
  const [, id = '', hash = '', format] = shareImagePattern.exec(path) ?? [];
  const gameId = parseId(id);
  if (gameId === null) return null;
  return { gameId, kind: 'cover', hash, format: format === 'jpg' ? 'jpg' : 'png' };
}

/** Rejects leading zeros, so that one picture has one path. */
function parseId(text: string): number | null {
  return /^[1-9]/.test(text) && Number(text) <= idMax ? Number(text) : null;
}
