import { and, eq, getTableColumns, not, sql } from 'drizzle-orm';
import type { Database } from '#database/client.ts';
import { uuid } from '#database/column-types.ts';
import { queryRows } from '#database/prepared-query.ts';
import { apiSessions, loginIds, sessions, users } from '#database/schema.ts';
import { isSuspended } from '../suspension.ts';
import { hasSessionEnded } from './session-expiry.ts';

/**
 * Returns the ids of those sessions that are still valid: web sessions, loginIds and API sessions, by
 * the rules of `readSession`, `readLoginId` and `readApiCaller`.
 */
export async function listValidSessions(
  db: Database,
  ids: readonly string[],
  now: Date,
): Promise<Set<string>> {
  const asked = sql`any(${sql.param(ids)}::uuid[])`;
  const { id, createdAt, expiresAt, lastSeenAt } = getTableColumns(sessions);
  const ofPages = await db
    .select({ id, role: users.role, createdAt, expiresAt, lastSeenAt })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.id, asked), not(isSuspended(now))));
  const time = sql`${now.toISOString()}::timestamptz`;
  const ofPrograms = await queryRows<{ id: string }>(
    db,
    { id: uuid },
    sql`select live.id from (
      select ${loginIds.id}, ${loginIds.accountId} as account_id from ${loginIds}
      where ${loginIds.expiresAt} > ${time}
      union all select ${apiSessions.id}, ${apiSessions.accountId} from ${apiSessions}
      where ${apiSessions.expiresAt} > ${time} and ${apiSessions.revokedAt} is null
    ) as live join ${users} on ${users.id} = live.account_id
    where live.id = ${asked} and not ${isSuspended(now)}`,
  );
  const valid = [...ofPages.filter((session) => !hasSessionEnded(session, now)), ...ofPrograms];
  return new Set(valid.map((session) => session.id));
}
