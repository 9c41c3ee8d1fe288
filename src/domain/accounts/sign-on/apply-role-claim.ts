import { and, eq, not } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { moderationLog, users } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { lockOtherAdmins } from '../roles/lock-other-admins.ts';
import { isSuspended } from '../suspension.ts';
import type { ClaimedRole } from './sign-on-settings.ts';

/**
 * Gives an account the role that the provider claims, and takes away one that it does not claim. It takes
 * effect at the account's next request, and is logged as a change without a moderator. A suspended account
 * and the last admin keep their role.
 */
export async function applyRoleClaim(
  tx: Queryable,
  { clock }: Pick<Ctx, 'clock'>,
  { userId, role }: { userId: string; role: ClaimedRole },
): Promise<void> {
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
  if (isLastAdmin || !account || account.role === role || account.role === 'guest') return;
  await tx.update(users).set({ role, updatedAt: now }).where(eq(users.id, userId));
  await tx.insert(moderationLog).values({
    moderatorId: null,
    act: 'give-role',
    targetId: userId,
    reason: 'Decided by the single sign-on provider at a login.',
    details: { from: account.role, to: role },
    at: now,
  });
}
