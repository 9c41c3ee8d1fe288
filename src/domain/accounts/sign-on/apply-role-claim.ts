import { and, eq, not } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { moderationLog, users } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { isSuspended } from '../suspension.ts';
import type { ClaimedRole } from './sign-on-settings.ts';

/**
 * Gives an account the role that the provider claims, and takes away one that it does not claim. It takes
 * effect at the account's next request, and is logged as a change without a moderator. A suspended account
 * keeps its role.
 */
export async function applyRoleClaim(
  tx: Queryable,
  { clock }: Pick<Ctx, 'clock'>,
  { userId, role }: { userId: string; role: ClaimedRole },
): Promise<void> {
  const now = clock.now();
  const [account] = await tx
    .select({ role: users.role })
    .from(users)
    .where(and(eq(users.id, userId), not(isSuspended(now))))
    .for('no key update');
  if (!account || account.role === role || account.role === 'guest') return;
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
