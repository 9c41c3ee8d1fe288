import type { Ctx } from '#domain/context.ts';
import type { ProofInput } from '#shared/schemas/accounts.ts';
import { lockAccounts } from '../lock-accounts.ts';
import { verifyOwnPassword } from '../passwords/verify-own-password.ts';
import { requirePlayer } from '../require-actor.ts';
import { recordProof } from './fresh-proof.ts';
import { requireSamePassword } from './start-session.ts';

/**
 * Proves by the password that the actor owns the account, for the next ten minutes of this session.
 * @throws AppError `wrong-password`; `rate-limited` as a login; `login-required`, `guest-not-allowed`;
 * `wrong-credentials` when the password was changed in the meantime.
 */
export async function confirmIdentity(ctx: Ctx, { password }: ProofInput): Promise<void> {
  const actor = requirePlayer(ctx);
  const hash = await verifyOwnPassword(ctx, actor, password);
  await ctx.db.transaction(async (tx) => {
    await lockAccounts(tx, [actor.id], 'no key update');
    await requireSamePassword(tx, actor.id, hash);
    await recordProof(ctx, tx);
  });
}
