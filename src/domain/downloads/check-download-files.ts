import { and, inArray, isNotNull, isNull } from 'drizzle-orm';
import { downloadFiles } from '#database/schema.ts';
import { downloadConstants } from '#shared/constants/game-library/downloads.ts';
import type { Ctx } from '../context.ts';
import { downloadFileName, downloadFolder } from '../gallery/storage/file-store.ts';

type Stores = Pick<Ctx, 'db' | 'gallery' | 'clock' | 'log'>;

interface CheckResult {
  /** Files that the file store does not have as they were added. */
  missing: number;
  /** Old files without a row that were deleted, or that were only counted in a store that others may share. */
  deleted: number;
  unknown: number;
}

/**
 * Compares the rows of downloads with the files in the store. Editors see which ones are missing. Files without a
 * row can only be there after an older backup was restored. They are deleted when they are a day old, except from a
 * store that may also have files of another site.
 */
export async function checkDownloadFiles(stores: Stores): Promise<CheckResult> {
  const { db, gallery, clock, log } = stores;
  const { fileStore } = gallery;
  const now = clock.now();
  const rows = await db
    .select({
      id: downloadFiles.id,
      bytes: downloadFiles.bytes,
      storedAt: downloadFiles.storedAt,
      removedAt: downloadFiles.removedAt,
    })
    .from(downloadFiles);
  const byName = new Map(rows.map((row) => [downloadFileName(row.id), row]));
  const complete = new Set<string>();
  const result: CheckResult = { missing: 0, deleted: 0, unknown: 0 };
  for await (const { name, bytes, storedAt } of fileStore.list(downloadFolder)) {
    const row = byName.get(name);
    if (row) {
      if (row.bytes === bytes) complete.add(row.id);
      continue;
    }
    // A younger file may have got its row since the rows were read.
    if (now.getTime() - storedAt.getTime() < downloadConstants.withoutRowMs) continue;
    if (fileStore.isShared) {
      result.unknown += 1;
      continue;
    }
    await fileStore.remove(name);
    result.deleted += 1;
  }
  const used = rows.filter(({ storedAt, removedAt }) => storedAt !== null && removedAt === null);
  const missing = used.filter(({ id }) => !complete.has(id)).map(({ id }) => id);
  await db
    .update(downloadFiles)
    .set({ missingSince: now })
    .where(
      and(
        inArray(downloadFiles.id, missing),
        isNull(downloadFiles.missingSince),
        isNull(downloadFiles.removedAt),
      ),
    );
  await db
    .update(downloadFiles)
    .set({ missingSince: null })
    .where(and(isNotNull(downloadFiles.missingSince), inArray(downloadFiles.id, [...complete])));
  result.missing = missing.length;
  if (result.missing > 0) log.error({ files: missing.slice(0, 20) }, 'downloads are missing');
  return result;
}
