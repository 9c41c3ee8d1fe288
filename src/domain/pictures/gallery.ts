import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { pictures, users } from '#db/schema.ts';
import type { Role } from '#shared/roles.ts';
import { photosPath } from '#shared/upload-addresses.ts';
import type { Actor } from '../context.ts';

export interface PictureSize {
  /** An address of ours that always has the same content. */
  path: string;
  /** In pixels. */
  width: number;
  height: number;
}

export interface GalleryPicture {
  id: string;
  caption: string;
  publishedAt: Date;
  uploader: { username: string; name: string; profilePic: string; role: Role };
  full: PictureSize;
  thumbnail: PictureSize;
  /** Whether who looks may delete it: as its uploader, or as a moderator. */
  deletable: 'freely' | 'with-reason' | 'no';
}

/** What of a picture the gallery shows. */
export const galleryColumns = {
  id: pictures.id,
  userId: pictures.userId,
  caption: pictures.caption,
  publishedAt: pictures.publishedAt,
  fullWidth: pictures.fullWidth,
  fullHeight: pictures.fullHeight,
  fullHash: pictures.fullHash,
  thumbnailWidth: pictures.thumbnailWidth,
  thumbnailHeight: pictures.thumbnailHeight,
  thumbnailHash: pictures.thumbnailHash,
  uploader: {
    username: users.displayUsername,
    name: users.name,
    profilePic: users.profilePic,
    role: users.role,
  },
};

/** Who sent the pictures that `galleryColumns` reads. */
export const ofUploader = eq(users.id, pictures.userId);

/** Which pictures are in the gallery. */
export const inGallery = and(isNotNull(pictures.publishedAt), isNull(pictures.removedAt));

interface Row {
  id: string;
  userId: string;
  caption: string;
  publishedAt: Date | null;
  fullWidth: number;
  fullHeight: number;
  fullHash: string;
  thumbnailWidth: number;
  thumbnailHeight: number;
  thumbnailHash: string;
  uploader: GalleryPicture['uploader'];
}

/** A picture as `actor` sees it; null for one that is not in the gallery. */
export function asSeen(actor: Actor | null, row: Row): GalleryPicture | null {
  const { id, caption, publishedAt, uploader, userId } = row;
  if (!publishedAt) return null;
  return {
    id,
    caption,
    publishedAt,
    uploader,
    full: {
      path: picturePath(id, row.fullHash),
      width: row.fullWidth,
      height: row.fullHeight,
    },
    thumbnail: {
      path: picturePath(id, row.thumbnailHash),
      width: row.thumbnailWidth,
      height: row.thumbnailHeight,
    },
    deletable: deletableBy(actor, userId),
  };
}

/** Where a picture is served in the size with this content. */
export function picturePath(id: string, hash: string): string {
  return `${photosPath}${id}/${hash}.webp`;
}

function deletableBy(actor: Actor | null, uploaderId: string): GalleryPicture['deletable'] {
  if (actor?.id === uploaderId) return 'freely';
  return actor?.role === 'moderator' || actor?.role === 'admin' ? 'with-reason' : 'no';
}
