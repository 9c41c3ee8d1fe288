import { sql } from 'drizzle-orm';
import { gamesDatabaseAnswers as answers } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { catalogProviderConstants } from '#shared/constants/catalog-provider.ts';

/**
 * Deletes what a games database answered more than 30 days ago: nobody has asked since, as reading it
 * would have renewed it. The games stay.
 */
export async function purgeOldAnswers({ db, clock }: Pick<Ctx, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  const cutoff = new Date(now.getTime() - catalogProviderConstants.keptMs);
  await db.execute(sql`
    delete from ${answers}
    where answered_at < ${cutoff}::timestamptz
      or (answered_at is null and (asking_until is null or asking_until < ${now}::timestamptz))`);
}
