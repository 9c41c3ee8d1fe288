import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm';
import { pictures, users } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Ctx } from '../context.ts';
import { requirePart } from '../site/parts.ts';
import {
  type GalleryPicture,
  galleryColumns,
  isInGallery,
  joinUploader,
  toGalleryPicture,
} from './gallery-columns.ts';

export interface PictureInGallery {
  picture: GalleryPicture;
  /** Ids of the next newer and next older picture; null at the ends of the gallery. */
  newer: string | null;
  older: string | null;
}

/**
 * Reads one picture of the gallery and the ids of its neighbours. @throws AppError `picture-gone`.
 */
export async function getPicture(
  ctx: Pick<Ctx, 'db' | 'actor' | 'gallery' | 'clock' | 'readCache'>,
  id: string,
): Promise<PictureInGallery> {
  const { db } = ctx;
  await requirePart(ctx, 'gallery');
  const [row] = await db
    .select(galleryColumns)
    .from(pictures)
    .innerJoin(users, joinUploader)
    .where(and(eq(pictures.id, id), isInGallery));
  const picture = row && toGalleryPicture(ctx, row);
  if (!picture) throw new AppError('picture-gone');
  const position = sql`(${picture.publishedAt.toISOString()}::timestamptz, ${id}::uuid)`;
  const columns = sql`(${pictures.publishedAt}, ${pictures.id})`;
  const [newer, older] = await Promise.all([
    findNeighbour(db, sql`${columns} > ${position}`, [asc(pictures.publishedAt), asc(pictures.id)]),
    findNeighbour(db, sql`${columns} < ${position}`, [
      desc(pictures.publishedAt),
      desc(pictures.id),
    ]),
  ]);
  return { picture, newer, older };
}

async function findNeighbour(db: Ctx['db'], beyond: SQL, order: SQL[]): Promise<string | null> {
  const [row] = await db
    .select({ id: pictures.id })
    .from(pictures)
    .where(and(isInGallery, beyond))
    .orderBy(...order)
    .limit(1);
  return row?.id ?? null;
}
