import type { Readable } from 'node:stream';
import { and, eq } from 'drizzle-orm';
import { pictures } from '#db/schema.ts';
import { Refusal } from '#shared/refusals.ts';
import type { Ctx } from '../context.ts';
import { type FileStore, pictureFile } from './files.ts';
import { inGallery, picturePath } from './gallery.ts';

/**
 * A picture's file by its id and the hash of its content; null for what is not there. Whoever knows the
 * hash was shown the picture, so nobody is asked for more.
 */
export async function openPictureFile(
  { files }: { files: FileStore },
  { id, hash }: { id: string; hash: string },
): Promise<{ stream: Readable; bytes: number } | null> {
  return files.open(pictureFile(id, hash));
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
