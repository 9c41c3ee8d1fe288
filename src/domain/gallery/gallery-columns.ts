import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { pictures, users } from '#database/schema.ts';
import { isModeratorRole, type Role } from '#shared/constants/accounts/roles.ts';
import type { Actor } from '../actor.ts';
import type { Ctx } from '../context.ts';
import { getPictureUrl } from './picture-url.ts';

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
  /**
   * How the actor may delete the picture: `freely` as its uploader, `with-reason` as a moderator.
   */
  deletable: 'freely' | 'with-reason' | 'no';
}

/** The columns of a picture and its uploader that the gallery shows. */
export const galleryColumns = {
  id: pictures.id,
  userId: pictures.userId,
  caption: pictures.caption,
  publishedAt: pictures.publishedAt,
  hiddenCause: pictures.hiddenCause,
  hiddenAt: pictures.hiddenAt,
  hiddenLogId: pictures.hiddenLogId,
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

/** Join condition of `users` for `galleryColumns`. */
export const joinUploader = eq(users.id, pictures.userId);

/** Selects what belongs to the gallery and the file service. Pictures of the site do not. */
export const isGalleryPicture = eq(pictures.purpose, 'gallery');

/** Selects the posted pictures, hidden ones too. */
const isPostedOrHidden = and(
  isGalleryPicture,
  isNotNull(pictures.publishedAt),
  isNull(pictures.removedAt),
);

/** Selects the pictures that are not hidden. */
export const isNotHidden = isNull(pictures.hiddenCause);

/** Selects the posted pictures: anyone with the URL can see them. */
export const isPosted = and(isPostedOrHidden, isNotHidden);

/** Selects the posted pictures of players. Files of the file service have no `userId` and are not in the gallery. */
export const isInGallery = and(isPosted, isNotNull(pictures.userId));

/** Like `isInGallery`, but hidden pictures too: check who asks. */
export const isPostedByPlayer = and(isPostedOrHidden, isNotNull(pictures.userId));

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

/**
 * A picture as the actor sees it. Null if it is not posted, or if it has no URL because the external file
 * service is not configured any more.
 */
export function toGalleryPicture(
  ctx: Pick<Ctx, 'actor' | 'gallery'>,
  row: Row,
): GalleryPicture | null {
  const { id, caption, publishedAt, uploader, userId } = row;
  const full = getPictureUrl(ctx, { id, hash: row.fullHash }, 'full');
  const thumbnail = getPictureUrl(ctx, { id, hash: row.thumbnailHash }, 'thumbnail');
  if (!publishedAt || full === null || thumbnail === null) return null;
  return {
    id,
    caption,
    publishedAt,
    uploader,
    full: { path: full, width: row.fullWidth, height: row.fullHeight },
    thumbnail: { path: thumbnail, width: row.thumbnailWidth, height: row.thumbnailHeight },
    deletable: getDeletable(ctx.actor, userId),
  };
}

function getDeletable(actor: Actor | null, uploaderId: string | null): GalleryPicture['deletable'] {
  if (actor && actor.id === uploaderId) return 'freely';
  return isModeratorRole(actor?.role) ? 'with-reason' : 'no';
}
