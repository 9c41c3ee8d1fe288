import { addPicturePath } from '#shared/constants/gallery/gallery-paths.ts';

export const galleryPath = '/community';
export { addPicturePath };

/** The page of one picture. */
export function picturePath(id: string): string {
  return `${galleryPath}/pictures/${id}`;
}
