import type { Readable } from 'node:stream';
import { and, eq, isNotNull, isNull, or } from 'drizzle-orm';
import { pictures } from '#database/schema.ts';
import type { Actor } from '#domain/actor.ts';
import type { Ctx } from '#domain/context.ts';
import { mayReadHidden } from '#domain/lib/hiding/who-sees-hidden.ts';
import { pictureFileName } from './file-store.ts';

/**
 * Opens one of a picture's two files by the picture's id and the hash of the file. Returns null if no
 * picture has this id and hash, if its files are not stored completely yet, or if it is deleted. The
 * hash cannot be guessed, and only users who may see the picture get it. A hidden picture was seen by
 * others before: only its uploader and moderators get it, and `getActor` says who asks.
 */
export async function openPictureFile(
  { db, gallery: { fileStore } }: Pick<Ctx, 'db' | 'gallery'>,
  { id, hash, getActor }: { id: string; hash: string; getActor: () => Promise<Actor | null> },
): Promise<{ stream: Readable; bytes: number | null; isHidden: boolean } | null> {
  const [picture] = await db
    .select({ userId: pictures.userId, hiddenCause: pictures.hiddenCause })
    .from(pictures)
    .where(
      and(
        eq(pictures.id, id),
        or(eq(pictures.fullHash, hash), eq(pictures.thumbnailHash, hash)),
        isNotNull(pictures.keptAt),
        isNull(pictures.removedAt),
      ),
    );
  if (!picture) return null;
  const isHidden = picture.hiddenCause !== null;
  if (isHidden && !mayReadHidden(await getActor(), picture.userId)) return null;
  const file = await fileStore.open(pictureFileName(id, hash));
  return file && { ...file, isHidden };
}
