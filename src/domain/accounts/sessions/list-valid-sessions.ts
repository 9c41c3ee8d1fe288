import { sql } from 'drizzle-orm';
import { uuid } from '#database/column-types.ts';
import { queryRows, type StatementTarget } from '#database/prepared-query.ts';
import { apiSessions, loginIds, sessions, users } from '#database/schema.ts';
import { sessionConstants } from '#shared/constants/accounts.ts';
import type { Role } from '#shared/constants/roles.ts';
import { isSuspended } from '../suspension.ts';

const before = (now: Date, ms: number) =>
  sql`${new Date(now.getTime() - ms).toISOString()}::timestamptz`;

const hasRole = (...roles: Role[]) =>
  sql`exists (select from ${users} as holder
    where holder.id = ${sessions.userId} and holder.role in ${roles})`;

/** Whether a moderator or an admin has not used the session. If the role is newer, the session ends later in its row. */
const isUnusedTooLong = (now: Date) =>
  sql`(coalesce(${sessions.lastSeenAt} <= ${before(now, sessionConstants.moderatorLifetimeMs)}, false)
    and ${hasRole('moderator', 'admin')})`;

/** Whether the session is too old although its row, of an earlier version, says otherwise. */
const isTooOld = (now: Date) =>
  sql`(${sessions.createdAt} <= ${before(now, sessionConstants.totalLifetimeMs)} and not ${hasRole('guest')})`;

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
      where ${sessions.expiresAt} > ${time} and not ${isUnusedTooLong(now)} and not ${isTooOld(now)}
      union all select ${loginIds.id}, ${loginIds.accountId} from ${loginIds}
      where ${loginIds.expiresAt} > ${time}
      union all select ${apiSessions.id}, ${apiSessions.accountId} from ${apiSessions}
      where ${apiSessions.expiresAt} > ${time} and ${apiSessions.revokedAt} is null
    ) as live join ${users} on ${users.id} = live.account_id
    where live.id = any(${sql.param(ids)}::uuid[]) and not ${isSuspended(now)}`,
  );
  return new Set(valid.map(({ id }) => id));
}
