import { pictureConstants } from '#shared/constants/gallery/gallery.ts';
import { servedPicturesPath } from '#shared/constants/gallery/gallery-paths.ts';
import type { Ctx } from '../context.ts';

const sides = { full: pictureConstants.fullSide, thumbnail: pictureConstants.thumbnailSide };

/**
 * Returns the URL of a picture in one of its sizes. If the picture has a hash, it is a path on this
 * server whose content never changes. If not, it is a URL of the external file service, or null if that
 * service is not configured any more.
 */
export function getPictureUrl(
  { gallery: { externalFiles } }: Pick<Ctx, 'gallery'>,
  { id, hash }: { id: string; hash: string | null },
  size: keyof typeof sides,
): string | null {
  if (hash !== null) return `${servedPicturesPath}${id}/${hash}.webp`;
  return externalFiles?.getPictureUrl(id, sides[size]) ?? null;
}
