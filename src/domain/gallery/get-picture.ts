import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm';
import { pictures, users } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Ctx } from '../context.ts';
import {
  asSeen,
  type GalleryPicture,
  galleryColumns,
  inGallery,
  ofUploader,
} from './gallery-columns.ts';

export interface PictureInGallery {
  picture: GalleryPicture;
  /** Ids of the next newer and the next older picture; null at the ends of the gallery. */
  newer: string | null;
  older: string | null;
}

/** One picture of the gallery and its neighbours there. @throws Refusal `picture-gone`. */
export async function getPicture(
  ctx: Pick<Ctx, 'db' | 'actor' | 'hostedFiles'>,
  id: string,
): Promise<PictureInGallery> {
  const { db } = ctx;
  const [row] = await db
    .select(galleryColumns)
    .from(pictures)
    .innerJoin(users, ofUploader)
    .where(and(eq(pictures.id, id), inGallery));
  const picture = row && asSeen(ctx, row);
  if (!picture) throw new AppError('picture-gone');
  const at = sql`(${picture.publishedAt.toISOString()}::timestamptz, ${id}::uuid)`;
  const place = sql`(${pictures.publishedAt}, ${pictures.id})`;
  const [newer, older] = await Promise.all([
    neighbour(db, sql`${place} > ${at}`, [asc(pictures.publishedAt), asc(pictures.id)]),
    neighbour(db, sql`${place} < ${at}`, [desc(pictures.publishedAt), desc(pictures.id)]),
  ]);
  return { picture, newer, older };
}

async function neighbour(db: Ctx['db'], beyond: SQL, order: SQL[]): Promise<string | null> {
  const [row] = await db
    .select({ id: pictures.id })
    .from(pictures)
    .where(and(inGallery, beyond))
    .orderBy(...order)
    .limit(1);
  return row?.id ?? null;
}
