import type { Database } from '#database/client.ts';
import type { SiteLimits } from '#domain/age-limits/get-reader-limits.ts';
import { readGameAudiences } from '#domain/age-limits/read-game-audiences.ts';
import { readSiteSetting } from '#domain/site/read-site-settings.ts';

/** What some readers of the site may not see, from the database. */
export async function readSiteLimits(db: Database): Promise<SiteLimits> {
  const [ages, audiences] = await Promise.all([
    readSiteSetting(db, 'ageLimits'),
    readGameAudiences(db),
  ]);
  return { ages, audiences };
}
