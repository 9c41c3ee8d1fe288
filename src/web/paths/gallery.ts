export const galleryPath = '/community';
export const uploadPath = '/community/camera';

/** The page of one picture. */
export function picturePath(id: string): string {
  return `${galleryPath}/pictures/${id}`;
}
