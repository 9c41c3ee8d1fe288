import { pictureConstants } from '#shared/constants/gallery.ts';
import { photosPath } from '#shared/constants/gallery-paths.ts';
import type { Ctx } from '../context.ts';

const sides = { full: pictureConstants.fullSide, thumbnail: pictureConstants.thumbnailSide };

/**
 * Where a picture is in one of its sizes: at an address of ours that always has the same content, or,
 * where there is no hash of one, with the hosted service. Null when that is not set any more.
 */
export function pictureAddress(
  { hostedFiles }: Pick<Ctx, 'hostedFiles'>,
  { id, hash }: { id: string; hash: string | null },
  size: keyof typeof sides,
): string | null {
  if (hash !== null) return `${photosPath}${id}/${hash}.webp`;
  return hostedFiles?.addressOf(id, sides[size]) ?? null;
}
