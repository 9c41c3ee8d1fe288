import { and, desc, eq, sql } from 'drizzle-orm';
import { pictures, users } from '#database/schema.ts';
import { pictureConstants } from '#shared/constants/gallery/gallery.ts';
import type { Ctx } from '../context.ts';
import { requirePart } from '../site/site-parts.ts';
import { galleryColumns, isInGallery, joinUploader, toGalleryPicture } from './gallery-columns.ts';

/**
 * A page of the gallery, newest first: the pictures after the picture `after`, or the first page.
 * `next` is the `after` of the following page; null at the end.
 * A deleted picture can be `after` until its row is purged. After that the list starts at the
 * beginning.
 */
export async function listPictures(
  ctx: Pick<Ctx, 'db' | 'actor' | 'gallery' | 'clock' | 'readCache'>,
  { after = null }: { after?: string | null } = {},
) {
  const { db } = ctx;
  await requirePart(ctx, 'gallery');
  const position = after === null ? null : await findPosition(db, after);
  const rows = await db
    .select(galleryColumns)
    .from(pictures)
    .innerJoin(users, joinUploader)
    .where(
      and(
        isInGallery,
        position === null
          ? undefined
          : sql`(${pictures.publishedAt}, ${pictures.id}) <
            (${position.publishedAt.toISOString()}::timestamptz, ${position.id}::uuid)`,
      ),
    )
    .orderBy(desc(pictures.publishedAt), desc(pictures.id))
    .limit(pictureConstants.pageSize + 1);
  const page = rows.slice(0, pictureConstants.pageSize);
  return {
    pictures: page.flatMap((row) => toGalleryPicture(ctx, row) ?? []),
    next: rows.length > page.length ? (page.at(-1)?.id ?? null) : null,
  };
}

/** A page of the gallery. */
export type GalleryPage = Awaited<ReturnType<typeof listPictures>>;

async function findPosition(db: Ctx['db'], id: string) {
  const [position] = await db
    .select({ publishedAt: pictures.publishedAt })
    .from(pictures)
    .where(eq(pictures.id, id));
  return position?.publishedAt ? { id, publishedAt: position.publishedAt } : null;
}
