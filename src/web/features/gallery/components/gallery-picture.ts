import type { GalleryPicture } from '#domain/gallery/gallery-columns.ts';

export const galleryPath = '/community';
export const uploadPath = '/community/camera';

/** The page of one picture. */
export function picturePath(id: string): string {
  return `${galleryPath}/pictures/${id}`;
}

/** Returns the alternative text of a picture. */
export function altTextOf({ caption, uploader }: GalleryPicture): string {
  return caption || `A picture by ${uploader.username}`;
}
