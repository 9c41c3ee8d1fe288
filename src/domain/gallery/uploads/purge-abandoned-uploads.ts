import { and, eq, isNotNull, isNull, lt, lte, notExists, or, type SQL, sql } from 'drizzle-orm';
import { pictures, pictureUses } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { uploadConstants } from '#shared/constants/gallery/uploads.ts';
import { utcDayStart } from '#shared/format/utc-day.ts';
import { isGalleryPicture } from '../gallery-columns.ts';
import { removeUnusedSitePictures } from '../site-pictures/remove-unused-site-pictures.ts';
import { deleteFilesInParallel, deletePictureFiles } from '../storage/delete-picture-files.ts';
import { deleteUploadParts } from './delete-upload-parts.ts';
import { endAbandonedUploads } from './upload-states.ts';

type Stores = Pick<Ctx, 'db' | 'gallery' | 'clock' | 'log'>;

/** How many pictures one run deletes at most, of each store. */
const batchSize = 200;

/**
 * Deletes uploads without progress for an hour, pictures that were not posted within an hour and
 * pictures of the site that nothing uses, with their files. Then deletes remaining files of deleted pictures, and rows of pictures that
 * were deleted 30 days ago or uploaded on an earlier day and never posted. What fails is tried
 * again in the next run.
 * Returns the number of deleted uploads and pictures.
 */
export async function purgeAbandonedUploads(stores: Stores): Promise<number> {
  const now = stores.clock.now().getTime();
  const before = new Date(now - uploadConstants.abandonedMs);
  const purged =
    (await endUploads(stores, before)) +
    (await removeUnposted(stores, before)) +
    (await removeUnusedSitePictures(stores));
  await deleteRemainingFiles(stores);
  await stores.db.delete(pictures).where(
    and(
      isNotNull(pictures.filesGoneAt),
      // A node of version 0.2 can have removed pictures of the site that are used.
      notExists(
        stores.db
          .select({ id: pictureUses.pictureId })
          .from(pictureUses)
          .where(eq(pictureUses.pictureId, pictures.id)),
      ),
      or(
        lt(pictures.removedAt, new Date(now - uploadConstants.removedRetentionMs)),
        and(isNull(pictures.publishedAt), lt(pictures.uploadedAt, utcDayStart(new Date(now)))),
      ),
    ),
  );
  return purged;
}

/** Ends the uploads first, so that new parts are rejected; then deletes their files. */
async function endUploads(stores: Stores, before: Date): Promise<number> {
  const ended = await endAbandonedUploads(stores.db, before);
  for (const id of ended) await deleteUploadParts(stores, id);
  return ended.length;
}

/**
 * The pictures can no longer be posted. Their rows stay until the day is over, because they count
 * towards the daily quota.
 */
async function removeUnposted({ db, clock }: Stores, before: Date): Promise<number> {
  const unposted = await db
    .update(pictures)
    .set({ removedAt: clock.now() })
    .where(
      and(
        isGalleryPicture,
        isNull(pictures.publishedAt),
        isNull(pictures.removedAt),
        lte(pictures.uploadedAt, before),
      ),
    )
    .returning({ id: pictures.id });
  return unposted.length;
}

/**
 * Chooses pictures at random, so that files that cannot be deleted do not block all others. After a
 * failure of the external file service, it is not called again in this run.
 */
async function deleteRemainingFiles(stores: Stores): Promise<void> {
  const findRemaining = (where: SQL) =>
    stores.db
      .select({ id: pictures.id })
      .from(pictures)
      .where(and(isNotNull(pictures.removedAt), isNull(pictures.filesGoneAt), where))
      .orderBy(sql`random()`)
      .limit(batchSize);
  for (const { id } of await findRemaining(isNotNull(pictures.fullHash)))
    await deletePictureFiles(stores, id);
  if (!stores.gallery.externalFiles) return;
  await deleteFilesInParallel(stores, await findRemaining(isNull(pictures.fullHash)), 1);
}
