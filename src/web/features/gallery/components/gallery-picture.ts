import type { Role } from '#shared/constants/roles.ts';

interface PictureFile {
  path: string;
  /** In pixels. */
  width: number;
  height: number;
}

/** A picture of the gallery as its reader sees it. */
export interface GalleryPicture {
  id: string;
  /** Empty without a caption. */
  caption: string;
  publishedAt: Date;
  uploader: { username: string; profilePic: string; role: Role };
  full: PictureFile;
  thumbnail: PictureFile;
  /** Whether the reader may delete it: as its uploader, or as a moderator. */
  deletable: 'freely' | 'with-reason' | 'no';
}

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
