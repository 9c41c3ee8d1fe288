import { and, eq, not } from 'drizzle-orm';
import { users } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { lockAccounts } from '../../accounts/lock-accounts.ts';
import { setRole } from '../../accounts/roles/set-role.ts';
import { requireFreshProof } from '../../accounts/sessions/fresh-proof.ts';
import { isSuspended } from '../../accounts/suspension.ts';
import type { Ctx } from '../../context.ts';
import { appendToModerationLog } from '../log/append-to-moderation-log.ts';
import { findAccountForRole, logRoleChange } from './find-account-for-role.ts';

/** The roles that an admin can give. `giveAdminRole` makes admins. */
export type GrantableRole = 'player' | 'moderator';

/**
 * Makes a player a moderator, or a moderator a player. It takes effect at the account's next request.
 * It needs a fresh proof of identity.
 * @throws AppError `login-required`, `admins-only`, `user-not-found`, `moderate-self`, `not-above`,
 * `guest-not-allowed`, `account-suspended`, `proof-required`, `role-had`,
 * `example-account`.
 */
export async function giveRole(
  ctx: Ctx,
  { username, role, reason }: { username: string; role: GrantableRole; reason: string },
): Promise<void> {
  const { actor, target, now } = await findAccountForRole(ctx, username);
  if (target.isExample) throw new AppError('example-account');
  if (target.suspended) throw new AppError('account-suspended');
  const from = role === 'player' ? 'moderator' : 'player';
  await ctx.db.transaction(async (tx) => {
    await lockAccounts(tx, [actor.id, target.id], 'no key update');
    await requireFreshProof(ctx, tx);
    const where = and(eq(users.id, target.id), eq(users.role, from), not(isSuspended(now)));
    if (!(await setRole(tx, role, { where, now }))) throw new AppError('role-had');
    await appendToModerationLog(tx, {
      moderatorId: actor.id,
      act: 'give-role',
      targetId: target.id,
      reason,
      details: { from, to: role },
      at: now,
    });
  });
  logRoleChange(ctx, { account: target.id, from, to: role });
}
