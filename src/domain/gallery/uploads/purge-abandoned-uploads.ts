import { and, isNotNull, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import { pictures, uploads } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { uploadConstants } from '#shared/constants/uploads.ts';
import { utcDayStart } from '#shared/format/utc-day.ts';
import { deletePictureFiles, removeInTurns } from '../storage/delete-files.ts';
import { deleteUploadParts } from './delete-upload-parts.ts';

type Stores = Pick<Ctx, 'db' | 'fileStore' | 'hostedFiles' | 'clock' | 'log'>;

/** How many are cleared away before the next look. */
const batchSize = 200;

/**
 * Clears away uploads that nobody went on with for an hour, and pictures that nobody posted within an
 * hour, with their files; then the files of deleted pictures that are still there, and what is left of
 * those deleted 30 days ago, or never posted on an earlier day. What cannot be cleared away is left for
 * the next time. Answers how many uploads and pictures went.
 */
export async function purgeAbandonedUploads(stores: Stores): Promise<number> {
  const now = stores.clock.now().getTime();
  const before = new Date(now - uploadConstants.abandonedMs);
  const collected =
    (await collectUploads(stores, before)) + (await withdrawUnposted(stores, before));
  await removeLeftFiles(stores);
  await stores.db
    .delete(pictures)
    .where(
      and(
        isNotNull(pictures.filesGoneAt),
        or(
          lt(pictures.removedAt, new Date(now - uploadConstants.removedKeptMs)),
          and(isNull(pictures.publishedAt), lt(pictures.uploadedAt, utcDayStart(new Date(now)))),
        ),
      ),
    );
  return collected;
}

/** Given up first, so that what comes now is refused; then their files go. */
async function collectUploads(stores: Stores, before: Date): Promise<number> {
  const { db } = stores;
  const given = await db
    .update(uploads)
    .set({ stage: 'ended', refusal: null })
    .where(lte(uploads.touchedAt, before))
    .returning({ id: uploads.id });
  for (const { id } of given) await deleteUploadParts(stores, id);
  return given.length;
}

/** From here on they cannot be posted; that they were sent is known until the day is over. */
async function withdrawUnposted({ db, clock }: Stores, before: Date): Promise<number> {
  const unposted = await db
    .update(pictures)
    .set({ removedAt: clock.now() })
    .where(
      and(
        isNull(pictures.publishedAt),
        isNull(pictures.removedAt),
        lte(pictures.uploadedAt, before),
      ),
    )
    .returning({ id: pictures.id });
  return unposted.length;
}

/**
 * By chance, so that what cannot be removed does not keep all others waiting for ever. A service that
 * failed once is left alone until the next time.
 */
async function removeLeftFiles(stores: Stores): Promise<void> {
  const left = (where: SQL) =>
    stores.db
      .select({ id: pictures.id })
      .from(pictures)
      .where(and(isNotNull(pictures.removedAt), isNull(pictures.filesGoneAt), where))
      .orderBy(sql`random()`)
      .limit(batchSize);
  for (const { id } of await left(isNotNull(pictures.fullHash)))
    await deletePictureFiles(stores, id);
  if (!stores.hostedFiles) return;
  await removeInTurns(stores, await left(isNull(pictures.fullHash)), 1);
}
