import type { Readable } from 'node:stream';
import { and, eq, isNotNull, isNull, or } from 'drizzle-orm';
import { pictures } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { isPublished } from '../gallery-columns.ts';
import { getPictureAddress } from '../picture-address.ts';
import { pictureFileName } from './file-store.ts';

/**
 * Opens a picture's file by the picture's id and the hash of the content. Null when it does not
 * exist or the picture is deleted. Only somebody who was shown the picture knows the hash, so no
 * other permission is checked.
 */
export async function openPictureFile(
  { db, fileStore }: Pick<Ctx, 'db' | 'fileStore'>,
  { id, hash }: { id: string; hash: string },
): Promise<{ stream: Readable; bytes: number | null } | null> {
  const [found] = await db
    .select({ id: pictures.id })
    .from(pictures)
    .where(
      and(
        eq(pictures.id, id),
        or(eq(pictures.fullHash, hash), eq(pictures.thumbnailHash, hash)),
        isNotNull(pictures.keptAt),
        isNull(pictures.removedAt),
      ),
    );
  return found ? fileStore.open(pictureFileName(id, hash)) : null;
}

/** The address of a posted picture in one of its sizes. @throws AppError `picture-gone`. */
export async function findPicturePath(
  ctx: Pick<Ctx, 'db' | 'hostedFiles'>,
  { id, size }: { id: string; size: 'full' | 'thumbnail' },
): Promise<string> {
  const [row] = await ctx.db
    .select({ full: pictures.fullHash, thumbnail: pictures.thumbnailHash })
    .from(pictures)
    .where(and(eq(pictures.id, id), isPublished));
  const path = row && getPictureAddress(ctx, { id, hash: row[size] }, size);
  if (!path) throw new AppError('picture-gone');
  return path;
}
