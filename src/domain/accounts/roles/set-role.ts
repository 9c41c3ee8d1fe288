import { type SQL, sql } from 'drizzle-orm';
import { users } from '#database/schema.ts';
import { isModeratorRole, type Role } from '#shared/constants/roles.ts';

/**
 * The values of an update that gives an account a role. `roleGivenAt` is when it became a moderator or an admin: a
 * moderator who becomes an admin keeps it.
 */
export function roleValues(
  role: Role,
  now: Date,
): { role: Role; updatedAt: Date; roleGivenAt: SQL | null } {
  const given = sql.param(now, users.roleGivenAt);
  const roleGivenAt = isModeratorRole(role)
    ? sql`case when ${users.role} in ('moderator', 'admin') then ${users.roleGivenAt} else ${given}::timestamptz end`
    : null;
  return { role, updatedAt: now, roleGivenAt };
}
