import { isModeratorRole } from '#shared/constants/accounts/roles.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { requireFreshProof } from '../accounts/sessions/fresh-proof.ts';
import { clearSessionCookie, isSecureOrigin } from '../accounts/sessions/session-cookie.ts';
import { withoutLimits } from '../age-limits/limited-reads.ts';
import type { Ctx } from '../context.ts';
import { requireActor } from '../permissions/require-actor.ts';
import { deleteAccount } from './delete-account.ts';

/**
 * Deletes the actor's account and returns the Set-Cookie header that deletes the session cookie. The proof is
 * checked again after the account is locked: a login, a password reset or another deletion may have ended the
 * session in the meantime.
 * @throws AppError `login-required`, `proof-required`, `wrong-username`, `role-kept` for moderators and admins,
 * `app-session-ended` when the account is deleted or suspended.
 */
export async function deleteOwnAccount(
  ctx: Ctx,
  { username, removesTexts }: { username: string; removesTexts: boolean },
): Promise<string> {
  const actor = requireActor(ctx);
  if (isModeratorRole(actor.heldRole)) throw new AppError('role-kept');
  await requireFreshProof(ctx);
  if (username.toLowerCase() !== actor.username.toLowerCase()) {
    throw new AppError('wrong-username');
  }
  await deleteAccount(withoutLimits(ctx), {
    accountId: actor.id,
    removesTexts,
    requireAllowed: (tx) => requireFreshProof(ctx, tx),
  });
  return clearSessionCookie(isSecureOrigin(ctx.request.origin));
}
