import type { Queryable } from '#database/client.ts';
import type { Ctx } from '#domain/context.ts';
import type { Actor } from '#domain/context-parts.ts';
import { lockAccounts } from '../lock-accounts.ts';
import { requirePlayer } from '../require-actor.ts';
import { requireFreshProof } from '../sessions/fresh-proof.ts';

/**
 * Runs a change of the actor's second factors in a transaction that has locked the account, after a check
 * that the actor has just proved who they are.
 * @throws AppError `login-required`, `guest-not-allowed`, `proof-required`, `rate-limited`.
 */
export async function changeFactors<T>(
  ctx: Ctx,
  change: (tx: Queryable, actor: Actor) => Promise<T>,
): Promise<T> {
  const { id } = requirePlayer(ctx);
  await ctx.rateLimiter.take('factor-changes-by-account', id);
  return ctx.db.transaction(async (tx) => {
    await lockAccounts(tx, [id], 'no key update');
    return change(tx, await requireFreshProof(ctx, tx));
  });
}
