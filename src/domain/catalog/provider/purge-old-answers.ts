import { sql } from 'drizzle-orm';
import { providerAnswers as answers } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { catalogProviderConstants } from '#shared/constants/catalog-provider.ts';

/**
 * Deletes stored answers that are older than 30 days. No page has used them since, because that would
 * have renewed them. The games stay.
 */
export async function purgeOldAnswers({ db, clock }: Pick<Ctx, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  const cutoff = new Date(now.getTime() - catalogProviderConstants.answerRetentionMs);
  await db.execute(sql`
    delete from ${answers}
    where answered_at < ${cutoff}::timestamptz
      or (answered_at is null and (asking_until is null or asking_until < ${now}::timestamptz))`);
}
