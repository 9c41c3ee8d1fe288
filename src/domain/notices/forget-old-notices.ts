import { lt, or } from 'drizzle-orm';
import { notices } from '#db/schema.ts';
import { notice as limits } from '#shared/limits.ts';
import type { Ctx } from '../context.ts';

/** Deletes notices that were read 90 days ago, and those that nobody read for a year. */
export async function forgetOldNotices({ db, clock }: Pick<Ctx, 'db' | 'clock'>): Promise<void> {
  const now = clock.now().getTime();
  await db
    .delete(notices)
    .where(
      or(
        lt(notices.readAt, new Date(now - limits.readKeptMs)),
        lt(notices.at, new Date(now - limits.keptMs)),
      ),
    );
}
