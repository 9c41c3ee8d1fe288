import type { Ctx } from '../context.ts';
import { openItems } from '../market/sell-card.ts';
import { findModeratedAccount } from './find-moderated-account.ts';
import type { GivenRole } from './give-role.ts';
import { requireModerator, rolesBelow } from './require-moderator.ts';

/**
 * The state of an account for its moderation, and what the actor may do to it.
 * @throws Refusal `login-required`, `moderators-only`, `user-not-found`.
 */
export async function getAccountModeration(ctx: Ctx, username: string) {
  const actor = requireModerator(ctx);
  const { id, ...account } = await findModeratedAccount(ctx.db, username, ctx.clock.now());
  const above = id !== actor.id && rolesBelow(actor.role).includes(account.role);
  const givesRole = actor.role === 'admin' && above && !account.suspended;
  return {
    ...account,
    self: id === actor.id,
    listings: await openItems(ctx.db, id),
    maySuspend: above && !account.suspended,
    mayRestore: above && account.suspended,
    /** The role that the actor may give it; null when none. */
    mayGive: givesRole ? otherRole(account.role) : null,
  };
}

function otherRole(role: string): GivenRole | null {
  if (role === 'player') return 'moderator';
  return role === 'moderator' ? 'player' : null;
}
