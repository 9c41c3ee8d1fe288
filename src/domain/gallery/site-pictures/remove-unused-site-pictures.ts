import { and, asc, eq, inArray, isNull, lte, notExists } from 'drizzle-orm';
import { pictures, pictureUses } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { sitePictureConstants } from '#shared/constants/site/site-pictures.ts';

/** How many pictures one run removes at most. */
const batchSize = 200;

/**
 * Marks the pictures of the site as removed that were uploaded an hour ago and that nothing uses. Their
 * files are deleted with those of other removed pictures. Returns how many they are.
 */
export async function removeUnusedSitePictures({
  db,
  clock,
}: Pick<Ctx, 'db' | 'clock'>): Promise<number> {
  const now = clock.now();
  const before = new Date(now.getTime() - sitePictureConstants.unusedMs);
  return db.transaction(async (tx) => {
    const isUnused = notExists(
      tx
        .select({ id: pictureUses.pictureId })
        .from(pictureUses)
        .where(eq(pictureUses.pictureId, pictures.id)),
    );
    const candidates = await tx
      .select({ id: pictures.id })
      .from(pictures)
      .where(
        and(
          eq(pictures.purpose, 'site'),
          isNull(pictures.removedAt),
          lte(pictures.uploadedAt, before),
          isUnused,
        ),
      )
      .orderBy(asc(pictures.id))
      .limit(batchSize)
      .for('update', { skipLocked: true });
    if (candidates.length === 0) return 0;
    // A second statement: the first one does not see a use that was written while it waited.
    const ids = candidates.map(({ id }) => id);
    const removed = await tx
      .update(pictures)
      .set({ removedAt: now })
      .where(and(inArray(pictures.id, ids), isUnused))
      .returning({ id: pictures.id });
    return removed.length;
  });
}
