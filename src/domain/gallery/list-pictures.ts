import { and, desc, eq, sql } from 'drizzle-orm';
import { pictures, users } from '#database/schema.ts';
import { pictureConstants } from '#shared/constants/gallery.ts';
import type { Ctx } from '../context.ts';
import { asSeen, galleryColumns, inGallery, ofUploader } from './gallery-columns.ts';

/**
 * A page of the gallery, newest first: what comes after the picture `after`, or the first. `next` is
 * the `after` of the page that follows; null at the end. Of a picture that was deleted in the meantime
 * its place is still known for a while; then the list begins anew.
 */
export async function listPictures(
  ctx: Pick<Ctx, 'db' | 'actor' | 'hostedFiles'>,
  { after = null }: { after?: string | null } = {},
) {
  const { db } = ctx;
  const place = after === null ? null : await placeOf(db, after);
  const rows = await db
    .select(galleryColumns)
    .from(pictures)
    .innerJoin(users, ofUploader)
    .where(
      and(
        inGallery,
        place === null
          ? undefined
          : sql`(${pictures.publishedAt}, ${pictures.id}) <
            (${place.publishedAt.toISOString()}::timestamptz, ${place.id}::uuid)`,
      ),
    )
    .orderBy(desc(pictures.publishedAt), desc(pictures.id))
    .limit(pictureConstants.pageSize + 1);
  const page = rows.slice(0, pictureConstants.pageSize);
  return {
    pictures: page.flatMap((row) => asSeen(ctx, row) ?? []),
    next: rows.length > page.length ? (page.at(-1)?.id ?? null) : null,
  };
}

async function placeOf(db: Ctx['db'], id: string) {
  const [place] = await db
    .select({ publishedAt: pictures.publishedAt })
    .from(pictures)
    .where(eq(pictures.id, id));
  return place?.publishedAt ? { id, publishedAt: place.publishedAt } : null;
}
