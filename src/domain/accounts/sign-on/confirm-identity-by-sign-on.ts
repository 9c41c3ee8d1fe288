import type { Ctx } from '#domain/context.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { requirePlayer } from '../../permissions/require-actor.ts';
import { requireNoSecondFactor } from '../factors/second-factor.ts';
import { lockAccounts } from '../lock-accounts.ts';
import { recordProof } from '../sessions/fresh-proof.ts';
import { findIdentity } from './identities.ts';

/**
 * Records that the actor has just proved by an own identity who they are. `hasCode` says that a code of the
 * second factor was accepted before.
 * @throws AppError `sign-on-other-identity`; `factor-required` if a second factor was added in the meantime;
 * `login-required`, `guest-not-allowed`.
 */
export async function confirmIdentityBySignOn(
  ctx: Ctx,
  { issuer, subject, hasCode }: { issuer: string; subject: string; hasCode: boolean },
): Promise<void> {
  const { id } = requirePlayer(ctx);
  await ctx.db.transaction(async (tx) => {
    await lockAccounts(tx, [id], 'no key update');
    const identity = await findIdentity(tx, { issuer, subject });
    if (identity?.userId !== id) throw new AppError('sign-on-other-identity');
    if (!hasCode) await requireNoSecondFactor(tx, id);
    await recordProof(ctx, tx);
  });
}
