import { sql } from 'drizzle-orm';
import { uuid } from '#database/column-types.ts';
import { queryRows, type StatementTarget } from '#database/prepared-query.ts';
import { apiSessions, loginIds, sessions, users } from '#database/schema.ts';
import { isSuspended } from '../suspension.ts';

/**
 * Returns the ids of those sessions that are still valid: web sessions, loginIds and API sessions, by
 * the rules of `readSession`, `readLoginId` and `readApiCaller`.
 */
export async function listValidSessions(
  db: StatementTarget,
  ids: readonly string[],
  now: Date,
): Promise<Set<string>> {
  const time = sql`${now.toISOString()}::timestamptz`;
  const valid = await queryRows<{ id: string }>(
    db,
    { id: uuid },
    sql`select live.id from (
      select ${sessions.id}, ${sessions.userId} as account_id from ${sessions}
      where ${sessions.expiresAt} > ${time}
      union all select ${loginIds.id}, ${loginIds.accountId} from ${loginIds}
      where ${loginIds.expiresAt} > ${time}
      union all select ${apiSessions.id}, ${apiSessions.accountId} from ${apiSessions}
      where ${apiSessions.expiresAt} > ${time} and ${apiSessions.revokedAt} is null
    ) as live join ${users} on ${users.id} = live.account_id
    where live.id = any(${sql.param(ids)}::uuid[]) and not ${isSuspended(now)}`,
  );
  return new Set(valid.map(({ id }) => id));
}
