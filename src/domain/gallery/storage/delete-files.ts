import { and, eq, isNotNull } from 'drizzle-orm';
import { pictures } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { uploadConstants } from '#shared/constants/uploads.ts';
import { filesOf } from './file-store.ts';

type Stores = Pick<Ctx, 'db' | 'fileStore' | 'hostedFiles' | 'clock' | 'log'>;

/**
 * Deletes the files of a picture that is deleted. Answers false where that fails: the collection tries
 * again.
 */
export async function deletePictureFiles(stores: Stores, id: string): Promise<boolean> {
  const { db, fileStore, hostedFiles, clock, log } = stores;
  try {
    const [row] = await db
      .select({ full: pictures.fullHash, thumbnail: pictures.thumbnailHash })
      .from(pictures)
      .where(and(eq(pictures.id, id), isNotNull(pictures.removedAt)));
    if (!row) return true;
    for (const file of filesOf(id, [row.full, row.thumbnail])) await fileStore.remove(file);
    if (row.full === null) {
      if (!hostedFiles) throw new Error('The hosted service that has it is not set any more.');
      await hostedFiles.remove(id);
    }
    await db.update(pictures).set({ filesGoneAt: clock.now() }).where(eq(pictures.id, id));
    return true;
  } catch (error) {
    log.warn({ err: error, picture: id }, 'the files of a deleted picture are removed later');
    return false;
  }
}

/**
 * Deletes the files of many deleted pictures while somebody waits for it: a few at once, with the hosted
 * service no more than those few, and after a failure none. The collection deletes the others.
 */
export async function removeFilesOfMany(
  stores: Stores,
  rows: readonly { id: string; hash: string | null }[],
): Promise<void> {
  const own = rows.filter(({ hash }) => hash !== null);
  const hosted = stores.hostedFiles ? rows.filter(({ hash }) => hash === null) : [];
  const atOnce = uploadConstants.removalsAtOnce;
  await Promise.all([
    removeInTurns(stores, own, atOnce),
    removeInTurns(stores, hosted.slice(0, atOnce), atOnce),
  ]);
}

/** So many at once; after the first failure no more are begun. */
export async function removeInTurns(
  stores: Stores,
  rows: readonly { id: string }[],
  atOnce: number,
): Promise<void> {
  const left = [...rows];
  const turns = Array.from({ length: atOnce }, async () => {
    for (let row = left.shift(); row; row = left.shift()) {
      if (!(await deletePictureFiles(stores, row.id))) left.length = 0;
    }
  });
  await Promise.all(turns);
}
