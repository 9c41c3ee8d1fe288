import type { Ctx } from '#domain/context.ts';
import type { ProofInput } from '#shared/schemas/accounts/accounts.ts';
import { requirePlayer } from '../../permissions/require-actor.ts';
import { hasSecondFactor, readFactors } from '../factors/second-factor.ts';
import { consumeCode, countCodeAttempt } from '../factors/verify-code.ts';
import { lockAccounts } from '../lock-accounts.ts';
import { verifyOwnPassword } from '../passwords/verify-own-password.ts';
import { recordProof } from './fresh-proof.ts';
import { requireSamePassword } from './start-session.ts';

/**
 * Proves by the password, and by a code if the account has a second factor, that the actor owns the account, for the next ten minutes of this session.
 * @throws AppError `wrong-password`; `wrong-code`; `encryption-unavailable`; `rate-limited` as a login; `login-required`, `guest-not-allowed`;
 * `wrong-credentials` when the password was changed in the meantime.
 */
export async function confirmIdentity(ctx: Ctx, { password, code }: ProofInput): Promise<void> {
  const actor = requirePlayer(ctx);
  const hash = await verifyOwnPassword(ctx, actor, password);
  const attempt = code ? await countCodeAttempt(ctx, { userId: actor.id, code }) : null;
  await ctx.db.transaction(async (tx) => {
    await lockAccounts(tx, [actor.id], 'no key update');
    await requireSamePassword(tx, actor.id, hash);
    if (hasSecondFactor(await readFactors(tx, actor.id))) {
      await consumeCode(tx, ctx, { userId: actor.id, code: code ?? '' });
    }
    await recordProof(ctx, tx);
  });
  await attempt?.markSucceeded();
}
