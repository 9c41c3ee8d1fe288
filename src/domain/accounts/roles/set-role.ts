import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { users } from '#database/schema.ts';
import { isModeratorRole, type Role } from '#shared/constants/accounts/roles.ts';

/**
 * Gives a role to the account that `where` finds, and returns whether there is one. `roleGivenAt` is when it became a
 * moderator or an admin: a moderator who becomes an admin keeps it.
 */
export async function setRole(
  tx: Queryable,
  role: Role,
  { where, now }: { where: SQL | undefined; now: Date },
): Promise<boolean> {
  const given = sql.param(now, users.roleGivenAt);
  const roleGivenAt = isModeratorRole(role)
    ? sql`case when ${users.role} in ('moderator', 'admin') then ${users.roleGivenAt} else ${given}::timestamptz end`
    : null;
  const changed = await tx
    .update(users)
    .set({ role, updatedAt: now, roleGivenAt })
    .where(where)
    .returning({ id: users.id });
  return changed.length > 0;
}
