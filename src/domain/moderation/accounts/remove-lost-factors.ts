import type { Queryable } from '#database/client.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { mailFactorChange } from '../../accounts/factors/mail-factor-change.ts';
import { deleteAllFactors } from '../../accounts/factors/remove-factors.ts';
import { lockAccounts } from '../../accounts/lock-accounts.ts';
import type { Ctx } from '../../context.ts';
import { appendToModerationLog } from '../log/append-to-moderation-log.ts';
import { findModeratedAccount } from './find-moderated-account.ts';

/**
 * Removes all second factors of an account whose owner lost them, for the operator's command line only. It
 * is logged and mailed to the owner. The password and the sessions stay. Returns the username as typed.
 * @throws AppError `user-not-found`, `no-factor`.
 */
export async function removeFactors(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  { username }: { username: string },
): Promise<string> {
  const now = ctx.clock.now();
  const target = await findModeratedAccount(ctx.db, username, now);
  await ctx.db.transaction(async (tx) => {
    await lockAccounts(tx, [target.id], 'no key update');
    await removeAllFactors(tx, ctx, target);
    await appendToModerationLog(tx, {
      moderatorId: null,
      act: 'remove-factors',
      targetId: target.id,
      reason: 'Removed at the command line.',
      at: now,
    });
  });
  return target.username;
}

/**
 * Removes the factors in the caller's transaction, which has locked the account, and mails its owner.
 * @throws AppError `no-factor`.
 */
export async function removeAllFactors(
  tx: Queryable,
  ctx: Pick<Ctx, 'clock'>,
  { id, username }: { id: string; username: string },
): Promise<void> {
  if (!(await deleteAllFactors(tx, id))) {
    throw new AppError('no-factor', { text: `${username} has no second factor.` });
  }
  await mailFactorChange(tx, ctx, { userId: id, kind: 'factors-removed' });
}
