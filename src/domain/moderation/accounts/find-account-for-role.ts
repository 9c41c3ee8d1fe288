import { AppError } from '#shared/errors/app-error.ts';
import type { Ctx } from '../../context.ts';
import { requireAdmin } from '../../permissions/require-moderator.ts';
import { findModeratedAccount } from './find-moderated-account.ts';

/**
 * Finds the account whose roles an admin wants to change.
 * @throws AppError `login-required`, `admins-only`, `user-not-found`, `moderate-self`, `not-above`,
 * `guest-not-allowed`.
 */
export async function findAccountForRole(ctx: Ctx, username: string) {
  const actor = requireAdmin(ctx);
  const now = ctx.clock.now();
  const target = await findModeratedAccount(ctx.db, username, now);
  if (target.id === actor.id) throw new AppError('moderate-self');
  if (target.role === 'admin') throw new AppError('not-above');
  if (target.role === 'guest') {
    throw new AppError('guest-not-allowed', { text: 'A guest cannot be given a role.' });
  }
  return { actor, target, now };
}

/** Logs a change of a role that an admin has made. */
export function logRoleChange(
  ctx: Ctx,
  change: { account: string; from: string; to: string },
): void {
  const entry = { event: 'role-changed', ...change, by: ctx.actor?.id ?? null } as const;
  ctx.accounts.securityLog.record(ctx.request, entry);
}
