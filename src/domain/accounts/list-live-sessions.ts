import { sql } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import { sessions, users } from '#db/schema.ts';
import { isSuspended } from './suspension.ts';

/** Which of the sessions named by id still let somebody in, by the rules of `readSession`. */
export async function listLiveSessions(
  db: Queryable,
  ids: readonly string[],
  now: Date,
): Promise<Set<string>> {
  const live = await db.execute<{ id: string }>(sql`
    select ${sessions.id} from ${sessions} join ${users} on ${users.id} = ${sessions.userId}
    where ${sessions.id} = any(${sql.param(ids)}::uuid[])
      and ${sessions.expiresAt} > ${now.toISOString()}::timestamptz and not ${isSuspended(now)}`);
  return new Set(live.rows.map(({ id }) => id));
}
