import { and, eq, inArray, isNotNull, isNull, notInArray } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { pictures, pictureUses } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';

/**
 * Records in the caller's transaction that `usedBy` uses these pictures of the site and no others. So
 * they are not deleted, and those that nothing uses any more are. `usedBy` names one thing, such as
 * `game:2000000000`.
 * @throws AppError `picture-gone` if one of them is no picture of the site or is deleted.
 */
export async function savePictureUses(
  tx: Queryable,
  { usedBy, pictureIds }: { usedBy: string; pictureIds: readonly string[] },
): Promise<void> {
  const ids = [...new Set(pictureIds)].toSorted();
  if (ids.length > 0) {
    // The lock makes the job that deletes unused pictures wait for the end of this transaction.
    const found = await tx
      .select({ id: pictures.id })
      .from(pictures)
      .where(and(isSitePicture, inArray(pictures.id, ids)))
      .orderBy(pictures.id)
      .for('share');
    if (found.length < ids.length) throw new AppError('picture-gone');
  }
  const isOfUser = eq(pictureUses.usedBy, usedBy);
  await tx
    .delete(pictureUses)
    .where(ids.length > 0 ? and(isOfUser, notInArray(pictureUses.pictureId, ids)) : isOfUser);
  if (ids.length === 0) return;
  await tx
    .insert(pictureUses)
    .values(ids.map((pictureId) => ({ pictureId, usedBy })))
    .onConflictDoNothing();
}

/** Selects the pictures of the site whose files are stored. */
export const isSitePicture = and(
  eq(pictures.purpose, 'site'),
  isNotNull(pictures.keptAt),
  isNull(pictures.removedAt),
);
