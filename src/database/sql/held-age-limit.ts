import { type SQL, sql } from 'drizzle-orm';
import { groupMembers, groups } from '../schema.ts';

/** The lowest of the age limits of an account, a row of `users`, and of its groups, in years; null without one. */
export function heldAgeLimit(account: SQL): SQL {
  return sql`least(${account}.age_limit, (select min(held.age_limit) from ${groupMembers} as member
    join ${groups} as held on held.id = member.group_id where member.user_id = ${account}.id))`;
}
