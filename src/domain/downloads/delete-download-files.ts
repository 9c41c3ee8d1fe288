import { and, eq, inArray, isNotNull, isNull, lte } from 'drizzle-orm';
import { downloadFiles } from '#database/schema.ts';
import { downloadConstants } from '#shared/constants/game-library/downloads.ts';
import type { Ctx } from '../context.ts';
import { downloadFileName } from '../gallery/storage/file-store.ts';

type Stores = Pick<Ctx, 'db' | 'gallery' | 'clock' | 'log'>;

/** How many files one run deletes at most. */
const batchSize = 200;

/** Deletes a removed file, and then its row. What fails is tried again by the scheduled purge. */
export async function deleteDownloadFile(
  { db, gallery, log }: Omit<Stores, 'clock'>,
  fileId: string,
): Promise<boolean> {
  try {
    await gallery.fileStore.remove(downloadFileName(fileId));
    await db
      .delete(downloadFiles)
      .where(and(eq(downloadFiles.id, fileId), isNotNull(downloadFiles.removedAt)));
    return true;
  } catch (error) {
    log.warn({ err: error, file: fileId }, 'a removed download could not be deleted yet');
    return false;
  }
}

/**
 * Deletes files that were removed, and files that were not stored completely because their process has ended.
 * Returns how many.
 */
export async function purgeDownloadFiles(stores: Stores): Promise<number> {
  const { db, clock } = stores;
  const now = clock.now();
  const before = new Date(now.getTime() - downloadConstants.storingMs);
  const abandoned = db
    .select({ id: downloadFiles.id })
    .from(downloadFiles)
    .where(and(isNull(downloadFiles.storedAt), lte(downloadFiles.addedAt, before)));
  await db
    .update(downloadFiles)
    .set({ removedAt: now })
    .where(
      and(
        inArray(downloadFiles.id, abandoned),
        isNull(downloadFiles.storedAt),
        isNull(downloadFiles.removedAt),
      ),
    );
  const removed = await db
    .select({ id: downloadFiles.id })
    .from(downloadFiles)
    .where(isNotNull(downloadFiles.removedAt))
    .limit(batchSize);
  let deleted = 0;
  for (const { id } of removed) if (await deleteDownloadFile(stores, id)) deleted += 1;
  return deleted;
}
