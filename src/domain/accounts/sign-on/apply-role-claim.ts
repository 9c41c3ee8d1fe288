import { and, eq, not } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { moderationLog, users } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import type { Role } from '#shared/constants/accounts/roles.ts';
import { lockOtherAdmins } from '../roles/lock-other-admins.ts';
import { setRole } from '../roles/set-role.ts';
import { isSuspended } from '../suspension.ts';
import type { ClaimedRole } from './sign-on-settings.ts';

export interface RoleChange {
  from: Role;
  to: Role;
}

/**
 * Gives an account the role that the provider claims, and takes away one that it does not claim. It takes
 * effect at the account's next request, and is logged as a change without a moderator. A suspended account
 * and the last admin keep their role. Returns the change, to be logged after the commit; null if nothing changed.
 */
export async function applyRoleClaim(
  tx: Queryable,
  { clock }: Pick<Ctx, 'clock'>,
  { userId, role }: { userId: string; role: ClaimedRole },
): Promise<RoleChange | null> {
  const now = clock.now();
  const readRole = () =>
    tx
      .select({ role: users.role })
      .from(users)
      .where(and(eq(users.id, userId), not(isSuspended(now))));
  const [before] = await readRole();
  // Before the account alone, so that all changes lock admins in the same order.
  const isLastAdmin =
    before?.role === 'admin' && role !== 'admin' && !(await lockOtherAdmins(tx, { userId, now }));
  const [account] = await readRole().for('no key update');
  if (isLastAdmin || !account || account.role === role || account.role === 'guest') return null;
  await setRole(tx, role, { where: eq(users.id, userId), now });
  await tx.insert(moderationLog).values({
    moderatorId: null,
    act: 'give-role',
    targetId: userId,
    reason: 'Decided by the single sign-on provider at a login.',
    details: { from: account.role, to: role },
    at: now,
  });
  return { from: account.role, to: role };
}

/** Logs a change of `applyRoleClaim` that was committed. */
export function recordRoleClaim(
  { request, accounts }: Pick<Ctx, 'request' | 'accounts'>,
  userId: string,
  change: RoleChange | null,
): void {
  if (change === null) return;
  const entry = { event: 'role-changed', account: userId, ...change, by: null } as const;
  accounts.securityLog.record(request, entry);
}
