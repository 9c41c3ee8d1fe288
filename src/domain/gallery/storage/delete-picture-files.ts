import { and, eq, isNotNull } from 'drizzle-orm';
import { pictures } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { uploadConstants } from '#shared/constants/gallery/uploads.ts';
import { listPictureFileNames } from './file-store.ts';

type Stores = Pick<Ctx, 'db' | 'gallery' | 'clock' | 'log'>;

/**
 * Deletes the files of a deleted picture. Returns false when that fails; the scheduled purge tries
 * again.
 */
export async function deletePictureFiles(stores: Stores, id: string): Promise<boolean> {
  const {
    db,
    gallery: { fileStore, externalFiles },
    clock,
    log,
  } = stores;
  try {
    const [row] = await db
      .select({ full: pictures.fullHash, thumbnail: pictures.thumbnailHash })
      .from(pictures)
      .where(and(eq(pictures.id, id), isNotNull(pictures.removedAt)));
    if (!row) return true;
    for (const file of listPictureFileNames(id, [row.full, row.thumbnail]))
      await fileStore.remove(file);
    if (row.full === null) {
      if (!externalFiles)
        throw new Error('The external file service of this picture is not configured any more.');
      await externalFiles.remove(id);
    }
    await db.update(pictures).set({ filesGoneAt: clock.now() }).where(eq(pictures.id, id));
    return true;
  } catch (error) {
    log.warn(
      { err: error, picture: id },
      'files of a deleted picture were not deleted; the scheduled purge tries again',
    );
    return false;
  }
}

/**
 * Deletes the files of many deleted pictures while a caller waits: our own files with a few
 * deletions in parallel, and only these few of the external file service. It stops after a failure. The
 * scheduled purge deletes the rest.
 */
export async function deleteFilesOfPictures(
  stores: Stores,
  rows: readonly { id: string; hash: string | null }[],
): Promise<void> {
  const ownRows = rows.filter(({ hash }) => hash !== null);
  const externalRows = stores.gallery.externalFiles ? rows.filter(({ hash }) => hash === null) : [];
  const atOnce = uploadConstants.removalsAtOnce;
  await Promise.all([
    deleteFilesInParallel(stores, ownRows, atOnce),
    deleteFilesInParallel(stores, externalRows.slice(0, atOnce), atOnce),
  ]);
}

/** Deletes with `atOnce` parallel deletions. After the first failure it starts no more. */
export async function deleteFilesInParallel(
  stores: Stores,
  rows: readonly { id: string }[],
  atOnce: number,
): Promise<void> {
  const remaining = [...rows];
  const workers = Array.from({ length: atOnce }, async () => {
    for (let row = remaining.shift(); row; row = remaining.shift()) {
      if (!(await deletePictureFiles(stores, row.id))) remaining.length = 0;
    }
  });
  await Promise.all(workers);
}
