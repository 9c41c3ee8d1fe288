import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** `asciiSkeleton` of a displayed username as a SQL expression, equal to that of the index `users_skeleton`. */
export function toUsernameSkeletonSql(displayUsername: SQLWrapper): SQL {
  return sql`replace(replace(translate(lower(translate(${displayUsername}, 'I1|0', 'lllo')),
    '_', '-'), 'rn', 'm'), 'vv', 'w')`;
}
