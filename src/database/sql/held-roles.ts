import { sql } from 'drizzle-orm';
import { accountRoles, groupMembers, groupRoles } from '../schema.ts';

/**
 * The further roles that accounts have, with the columns `user_id`, `role` and `since`: those that they were given, and those of
 * their groups. A role can be in it several times.
 */
export const heldRoles = sql`(
  select own.user_id, own.role, own.given_at as since from ${accountRoles} as own
  union all
  select member.user_id, carried.role, member.joined_at as since from ${groupMembers} as member
    join ${groupRoles} as carried on carried.group_id = member.group_id)`;
