import { AppError } from '#shared/errors/app-error.ts';
import type { Ctx } from '../context.ts';
import {
  type AdminForm,
  requireChangeable,
  requireProvenAdmin,
} from '../moderation/accounts/change-account-as-admin.ts';
import { findModeratedAccount } from '../moderation/accounts/find-moderated-account.ts';
import { appendToModerationLog } from '../moderation/log/append-to-moderation-log.ts';
import { deleteAccount } from './delete-account.ts';

/** `typed` is the username that the admin typed to confirm. */
type Deletion = AdminForm & { typed: string; removesTexts: boolean };

/**
 * Deletes an account at the request of its owner.
 * @throws AppError `login-required`, `admins-only`, `proof-required`, `user-not-found`, `moderate-self`,
 * `not-above`, `guest-not-allowed`, `account-suspended`, `wrong-username`, `role-kept` for moderators.
 */
export async function deleteAccountAsAdmin(
  ctx: Ctx,
  { username, reason, typed, removesTexts }: Deletion,
): Promise<void> {
  const { id: moderatorId } = await requireProvenAdmin(ctx);
  const at = ctx.clock.now();
  const target = await findModeratedAccount(ctx.db, username, at);
  requireChangeable(target, moderatorId);
  if (typed.trim().toLowerCase() !== target.username.toLowerCase()) {
    const text = 'This is not the username of the account.';
    throw new AppError('wrong-username', { text, fields: { typed: text } });
  }
  await deleteAccount(ctx, {
    accountId: target.id,
    actorId: moderatorId,
    removesTexts,
    async requireAllowed(tx) {
      await requireProvenAdmin(ctx, tx);
      const entry = { moderatorId, targetId: target.id, reason, at };
      await appendToModerationLog(tx, { ...entry, act: 'delete-account' });
    },
  });
}
