import { type Placeholder, type SQL, sql } from 'drizzle-orm';

/**
 * A value of a prepared statement that the planner does not look at. Postgres plans a statement for each call as
 * long as that promises a cheaper plan than one for all values, and with common values it always seems to. For
 * values that it does not know both plans are the same, so that it plans the statement once for each connection.
 * Only for statements whose best plan does not depend on the values.
 */
export function unknownToPlanner(
  value: Placeholder,
  type: 'uuid' | 'uuid[]' | 'integer' | 'integer[]' | 'text[]' | 'timestamptz',
): SQL {
  const cast = sql.raw(type);
  // With the second cast, `any()` takes it as an array and not as rows.
  return sql`(select ${value}::${cast})::${cast}`;
}
