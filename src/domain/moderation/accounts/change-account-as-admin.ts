import { eq } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { users } from '#database/schema.ts';
import type { ModerationAction } from '#shared/constants/moderation/moderation-actions.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { lockAccounts } from '../../accounts/lock-accounts.ts';
import { requireFreshProof } from '../../accounts/sessions/fresh-proof.ts';
import type { Actor } from '../../actor.ts';
import type { Ctx } from '../../context.ts';
import { requireAdmin } from '../../permissions/require-moderator.ts';
import { appendToModerationLog } from '../log/append-to-moderation-log.ts';
import { findModeratedAccount, type ModeratedAccount } from './find-moderated-account.ts';

/** What every form of an admin about an account has. */
export interface AdminForm {
  username: string;
  reason: string;
}

/**
 * Returns the actor if it is an admin who has just proved who they are. Inside a transaction (`db`) it also
 * checks that the role was not taken away since the request began.
 * @throws AppError `login-required`, `admins-only`, `proof-required`.
 */
export async function requireProvenAdmin(ctx: Ctx, db?: Queryable): Promise<Actor> {
  const actor = requireAdmin(ctx);
  await requireFreshProof(ctx, db);
  if (db) {
    const [account] = await db
      .select({ role: users.role })
      .from(users)
      .where(eq(users.id, actor.id));
    if (account?.role !== 'admin') throw new AppError('admins-only');
  }
  return actor;
}

/**
 * Changes a registered account that is no admin, for its owner: in a transaction that has locked both accounts,
 * with an entry in the moderation log.
 * @throws AppError `login-required`, `admins-only`, `proof-required`, `user-not-found`, `moderate-self`,
 * `not-above`, `guest-not-allowed`, `account-suspended`.
 */
export async function changeAsAdmin<T>(
  ctx: Ctx,
  { username, reason, act }: AdminForm & { act: ModerationAction },
  change: (tx: Queryable, target: ModeratedAccount) => Promise<T>,
): Promise<T> {
  const { id: moderatorId } = await requireProvenAdmin(ctx);
  const now = ctx.clock.now();
  const found = await findModeratedAccount(ctx.db, username, now);
  return ctx.db.transaction(async (tx) => {
    await lockAccounts(tx, [moderatorId, found.id], 'no key update');
    await requireProvenAdmin(ctx, tx);
    const target = await findModeratedAccount(tx, username, now);
    requireChangeable(target, moderatorId);
    const details = act === 'give-role' ? { from: target.role, to: 'admin' } : undefined;
    const result = await change(tx, target);
    const entry = { moderatorId, act, targetId: target.id, reason, at: now };
    await appendToModerationLog(tx, { ...entry, ...(details && { details }) });
    return result;
  });
}

/**
 * Checks that an admin may act for the owner of an account.
 * @throws AppError `moderate-self`, `not-above`, `example-account`, `guest-not-allowed`, `account-suspended`.
 */
export function requireChangeable(
  {
    id,
    role,
    suspended,
    isExample,
  }: Pick<ModeratedAccount, 'id' | 'role' | 'suspended' | 'isExample'>,
  adminId: string,
): void {
  if (id === adminId) throw new AppError('moderate-self');
  if (role === 'admin') throw new AppError('not-above');
  if (isExample) throw new AppError('example-account');
  if (suspended) throw new AppError('account-suspended');
  if (role === 'guest') {
    throw new AppError('guest-not-allowed', { text: 'This is possible for registered accounts.' });
  }
}
