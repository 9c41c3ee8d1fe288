import { sql } from 'drizzle-orm';
import { gamesDatabaseAnswers as answers } from '#db/schema.ts';
import { gamesDatabase as limits } from '#shared/limits.ts';
import type { Ctx } from '../../context.ts';

/**
 * Deletes what a games database answered more than 30 days ago: nobody has asked since, as reading it
 * would have renewed it. The games stay.
 */
export async function forgetOldAnswers({ db, clock }: Pick<Ctx, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  const cutoff = new Date(now.getTime() - limits.keptMs);
  await db.execute(sql`
    delete from ${answers}
    where answered_at < ${cutoff}::timestamptz
      or (answered_at is null and (asking_until is null or asking_until < ${now}::timestamptz))`);
}
