import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** `asciiSkeleton` of a username as it is shown, as the index `users_skeleton` has it. */
export function usernameSkeleton(displayUsername: SQLWrapper): SQL<string> {
  return sql<string>`replace(replace(translate(lower(translate(${displayUsername}, 'I1|0', 'lllo')),
    '_', '-'), 'rn', 'm'), 'vv', 'w')`;
}
