import { sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { appSessions, loginIds, sessions, users } from '#database/schema.ts';
import { isSuspended } from '../suspension.ts';

/**
 * Which of the sessions named by id still let somebody in, whatever their kind, by the rules of
 * `readSession`, `readLoginId` and `readAppCaller`.
 */
export async function listValidSessions(
  db: Queryable,
  ids: readonly string[],
  now: Date,
): Promise<Set<string>> {
  const time = sql`${now.toISOString()}::timestamptz`;
  const live = await db.execute<{ id: string }>(sql`
    select live.id from (
      select ${sessions.id}, ${sessions.userId} as account_id from ${sessions}
      where ${sessions.expiresAt} > ${time}
      union all select ${loginIds.id}, ${loginIds.accountId} from ${loginIds}
      where ${loginIds.expiresAt} > ${time}
      union all select ${appSessions.id}, ${appSessions.accountId} from ${appSessions}
      where ${appSessions.expiresAt} > ${time} and ${appSessions.revokedAt} is null
    ) as live join ${users} on ${users.id} = live.account_id
    where live.id = any(${sql.param(ids)}::uuid[]) and not ${isSuspended(now)}`);
  return new Set(live.rows.map(({ id }) => id));
}
