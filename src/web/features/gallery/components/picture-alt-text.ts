import type { GalleryPicture } from '#domain/gallery/gallery-columns.ts';

/** Returns the alternative text of a picture. */
export function altTextOf({ caption, uploader }: GalleryPicture): string {
  return caption || `A picture by ${uploader.username}`;
}
