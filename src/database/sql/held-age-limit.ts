import { type SQL, sql } from 'drizzle-orm';
import { groupMembers, groups } from '../schema.ts';

/** The lowest of the age limits of an account, a row of `users`, and of its groups, in years; null without one. */
export function heldAgeLimit(account: SQL): SQL {
  return sql`least(${account}.age_limit, (select min(held.age_limit) ${groupsOf(account)}))`;
}

/** The groups of an account in one object: their ids, and their lowest age limit in years. */
export function membershipsOf(account: SQL): SQL {
  return sql`(select jsonb_build_object('ids', jsonb_agg(held.id), 'ageLimit', min(held.age_limit))
    ${groupsOf(account)})`;
}

const groupsOf = (account: SQL) => sql`from ${groupMembers} as member
  join ${groups} as held on held.id = member.group_id where member.user_id = ${account}.id`;
