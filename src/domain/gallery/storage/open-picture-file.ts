import type { Readable } from 'node:stream';
import { and, eq, isNotNull, isNull, or } from 'drizzle-orm';
import { pictures } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { pictureFileName } from './file-store.ts';

/**
 * Opens one of a picture's two files by the picture's id and the hash of the file. Returns null if no
 * picture has this id and hash, if its files are not stored completely yet, or if it is deleted. No
 * permission is checked: the hash cannot be guessed, and only users who may see the picture get it.
 */
export async function openPictureFile(
  { db, gallery: { fileStore } }: Pick<Ctx, 'db' | 'gallery'>,
  { id, hash }: { id: string; hash: string },
): Promise<{ stream: Readable; bytes: number | null } | null> {
  const [picture] = await db
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
  return picture ? fileStore.open(pictureFileName(id, hash)) : null;
}
