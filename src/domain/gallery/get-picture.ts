import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm';
import { pictures, users } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Ctx } from '../context.ts';
import { type HiddenState, readHiddenStates } from '../lib/hiding/hidden-state.ts';
import { mayReadHidden } from '../lib/hiding/who-sees-hidden.ts';
import { requirePart } from '../site/site-parts.ts';
import {
  type GalleryPicture,
  galleryColumns,
  isInGallery,
  isPostedByPlayer,
  joinUploader,
  toGalleryPicture,
} from './gallery-columns.ts';

export interface PictureInGallery {
  picture: GalleryPicture;
  /** Null if everybody may see it. */
  hidden: HiddenState | null;
  /** Ids of the next newer and next older picture; null at the ends of the gallery. */
  newer: string | null;
  older: string | null;
}

/**
 * Reads one picture of the gallery and the ids of its neighbours. Its uploader and moderators also read a hidden
 * one. @throws AppError `picture-gone`.
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
    .where(and(eq(pictures.id, id), isPostedByPlayer));
  const isReadable = row && (row.hiddenCause === null || mayReadHidden(ctx.actor, row.userId));
  const picture = isReadable && toGalleryPicture(ctx, row);
  if (!picture) throw new AppError('picture-gone');
  const position = sql`(${picture.publishedAt.toISOString()}::timestamptz, ${id}::uuid)`;
  const columns = sql`(${pictures.publishedAt}, ${pictures.id})`;
  const [newer, older, [hidden = null]] = await Promise.all([
    findNeighbour(db, sql`${columns} > ${position}`, [asc(pictures.publishedAt), asc(pictures.id)]),
    findNeighbour(db, sql`${columns} < ${position}`, [
      desc(pictures.publishedAt),
      desc(pictures.id),
    ]),
    readHiddenStates(db, [row]),
  ]);
  return { picture, hidden, newer, older };
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
