import type { Ctx } from '../context.ts';
import { countOpenListings } from '../market/sell-cards.ts';
import { findModeratedAccount } from './find-moderated-account.ts';
import type { GrantableRole } from './give-role.ts';
import { listLowerRoles, requireModerator } from './require-moderator.ts';

/**
 * Returns an account's state for moderators and what the actor may do to it.
 * @throws AppError `login-required`, `moderators-only`, `user-not-found`.
 */
export async function getAccountModeration(ctx: Ctx, username: string) {
  const actor = requireModerator(ctx);
  const { id, ...account } = await findModeratedAccount(ctx.db, username, ctx.clock.now());
  const isAbove = id !== actor.id && listLowerRoles(actor.role).includes(account.role);
  const mayGiveRole = actor.role === 'admin' && isAbove && !account.suspended;
  return {
    ...account,
    self: id === actor.id,
    listings: await countOpenListings(ctx.db, id),
    maySuspend: isAbove && !account.suspended,
    mayRestore: isAbove && account.suspended,
    /** The role that the actor may give; null if the actor may not give one. */
    mayGive: mayGiveRole ? findGrantableRole(account.role) : null,
  };
}

/** An account as its moderators see it. */
export type AccountModeration = Awaited<ReturnType<typeof getAccountModeration>>;

function findGrantableRole(role: string): GrantableRole | null {
  if (role === 'player') return 'moderator';
  return role === 'moderator' ? 'player' : null;
}
