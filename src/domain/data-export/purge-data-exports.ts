import { and, eq, isNull, lte, or } from 'drizzle-orm';
import { dataExports } from '#database/schema.ts';
import { dataExportConstants } from '#shared/constants/accounts/data-exports.ts';
import type { Ctx } from '../context.ts';
import { exportFileName } from './export-file-name.ts';

/**
 * Ends exports whose day is over, deletes their files and then their rows, so that a crash leaves no file
 * without a row. Returns how many were deleted.
 */
export async function purgeDataExports({
  db,
  clock,
  gallery,
}: Pick<Ctx, 'db' | 'clock' | 'gallery'>): Promise<number> {
  const now = clock.now();
  const dayAgo = new Date(now.getTime() - dataExportConstants.dayMs);
  await db
    .update(dataExports)
    .set({ state: 'ended' })
    .where(
      or(
        and(eq(dataExports.state, 'ready'), lte(dataExports.endsAt, now)),
        and(eq(dataExports.state, 'failed'), lte(dataExports.requestedAt, dayAgo)),
      ),
    );
  const ended = await db
    .select({ id: dataExports.id, attempts: dataExports.attempts })
    .from(dataExports)
    // A node that still makes the file stores and deletes it before its claim ends.
    .where(
      and(
        eq(dataExports.state, 'ended'),
        or(isNull(dataExports.claimedUntil), lte(dataExports.claimedUntil, now)),
      ),
    );
  for (const { id, attempts } of ended) {
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      await gallery.fileStore.remove(exportFileName({ id, attempts: attempt }));
    }
    await db.delete(dataExports).where(eq(dataExports.id, id));
  }
  return ended.length;
}
