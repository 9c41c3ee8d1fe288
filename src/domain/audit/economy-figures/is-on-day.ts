import { type SQL, sql } from 'drizzle-orm';

/** Whether a timestamp is on the UTC day `day`, a placeholder, in a form that uses an index. */
export function isOnDay(timestamp: SQL): SQL {
  const day = sql`${sql.placeholder('day')}::text::date`;
  return sql`${timestamp} >= ${day}::timestamp at time zone 'UTC'
    and ${timestamp} < (${day} + 1)::timestamp at time zone 'UTC'`;
}
