import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { pictures, users } from '#database/schema.ts';
import type { Role } from '#shared/constants/roles.ts';
import type { Actor } from '../base-context.ts';
import type { Ctx } from '../context.ts';
import { pictureAddress } from './picture-address.ts';

export interface PictureSize {
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

/** Which pictures are shown to whoever has their address. */
export const isShown = and(isNotNull(pictures.publishedAt), isNull(pictures.removedAt));

/** Which pictures are in the gallery. */
export const inGallery = and(isShown, isNotNull(pictures.userId));

interface Row {
  id: string;
  userId: string | null;
  caption: string;
  publishedAt: Date | null;
  fullWidth: number;
  fullHeight: number;
  fullHash: string | null;
  thumbnailWidth: number;
  thumbnailHeight: number;
  thumbnailHash: string | null;
  uploader: GalleryPicture['uploader'];
}

/** A picture as the actor sees it; null for one that is not in the gallery, or nowhere any more. */
export function asSeen(ctx: Pick<Ctx, 'actor' | 'hostedFiles'>, row: Row): GalleryPicture | null {
  const { id, caption, publishedAt, uploader, userId } = row;
  const full = pictureAddress(ctx, { id, hash: row.fullHash }, 'full');
  const thumbnail = pictureAddress(ctx, { id, hash: row.thumbnailHash }, 'thumbnail');
  if (!publishedAt || full === null || thumbnail === null) return null;
  return {
    id,
    caption,
    publishedAt,
    uploader,
    full: { path: full, width: row.fullWidth, height: row.fullHeight },
    thumbnail: { path: thumbnail, width: row.thumbnailWidth, height: row.thumbnailHeight },
    deletable: deletableBy(ctx.actor, userId),
  };
}

function deletableBy(actor: Actor | null, uploaderId: string | null): GalleryPicture['deletable'] {
  if (actor && actor.id === uploaderId) return 'freely';
  return actor?.role === 'moderator' || actor?.role === 'admin' ? 'with-reason' : 'no';
}
