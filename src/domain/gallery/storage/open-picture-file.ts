import type { Readable } from 'node:stream';
import { and, eq, isNotNull, isNull, or } from 'drizzle-orm';
import { pictures } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { isShown } from '../gallery-columns.ts';
import { pictureAddress } from '../picture-address.ts';
import { pictureFile } from './file-store.ts';

/**
 * A picture's file by its id and the hash of its content; null for what is not there, or was deleted
 * while its file could not be. Whoever knows the hash was shown the picture, so nobody is asked for more.
 */
export async function openPictureFile(
  { db, fileStore }: Pick<Ctx, 'db' | 'fileStore'>,
  { id, hash }: { id: string; hash: string },
): Promise<{ stream: Readable; bytes: number | null } | null> {
  const [there] = await db
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
  return there ? fileStore.open(pictureFile(id, hash)) : null;
}

/** Where a picture that is shown is, in one of its sizes. @throws Refusal `picture-gone`. */
export async function findPicturePath(
  ctx: Pick<Ctx, 'db' | 'hostedFiles'>,
  { id, size }: { id: string; size: 'full' | 'thumbnail' },
): Promise<string> {
  const [row] = await ctx.db
    .select({ full: pictures.fullHash, thumbnail: pictures.thumbnailHash })
    .from(pictures)
    .where(and(eq(pictures.id, id), isShown));
  const path = row && pictureAddress(ctx, { id, hash: row[size] }, size);
  if (!path) throw new AppError('picture-gone');
  return path;
}
