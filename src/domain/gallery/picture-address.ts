import { pictureConstants } from '#shared/constants/gallery.ts';
import { photosPath } from '#shared/constants/gallery-paths.ts';
import type { Ctx } from '../context.ts';

const sides = { full: pictureConstants.fullSide, thumbnail: pictureConstants.thumbnailSide };

/**
 * The address of a picture in one of its sizes: a path on this server whose content never changes,
 * or, when the picture has no hash, a URL of the hosted service. Null when that service is not
 * configured any more.
 */
export function getPictureAddress(
  { hostedFiles }: Pick<Ctx, 'hostedFiles'>,
  { id, hash }: { id: string; hash: string | null },
  size: keyof typeof sides,
): string | null {
  if (hash !== null) return `${photosPath}${id}/${hash}.webp`;
  return hostedFiles?.getPictureUrl(id, sides[size]) ?? null;
}
