import type { Readable } from 'node:stream';
import { and, eq, isNotNull, isNull, or } from 'drizzle-orm';
import { pictures } from '#db/schema.ts';
import { Refusal } from '#shared/refusals.ts';
import type { Ctx } from '../context.ts';
import { pictureFile } from './files.ts';
import { inGallery, picturePath } from './gallery.ts';

/**
 * A picture's file by its id and the hash of its content; null for what is not there, or was deleted
 * while its file could not be. Whoever knows the hash was shown the picture, so nobody is asked for more.
 */
export async function openPictureFile(
  { db, files }: Pick<Ctx, 'db' | 'files'>,
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
  return there ? files.open(pictureFile(id, hash)) : null;
}

/** Where the full size of a picture of the gallery is. @throws Refusal `picture-gone`. */
export async function findPicturePath({ db }: Pick<Ctx, 'db'>, id: string): Promise<string> {
  const [row] = await db
    .select({ hash: pictures.fullHash })
    .from(pictures)
    .where(and(eq(pictures.id, id), inGallery));
  if (!row) throw new Refusal('picture-gone');
  return picturePath(id, row.hash);
}
