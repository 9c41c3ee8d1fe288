import type { Queryable } from '#database/client.ts';
import type { Actor } from '#domain/actor.ts';
import type { Ctx } from '#domain/context.ts';
import { requirePlayer } from '../../permissions/require-actor.ts';
import { lockAccounts } from '../lock-accounts.ts';
import { requireFreshProof } from '../sessions/fresh-proof.ts';

/**
 * Runs a change of the actor's second factors in a transaction that has locked the account, after a check
 * that the actor has just proved who they are. `what` is what the log says; null if nothing takes effect yet.
 * @throws AppError `login-required`, `guest-not-allowed`, `proof-required`, `rate-limited`.
 */
export async function changeFactors<T>(
  ctx: Ctx,
  what: string | null,
  change: (tx: Queryable, actor: Actor) => Promise<T>,
): Promise<T> {
  const { id } = requirePlayer(ctx);
  await ctx.rateLimiter.take('factor-changes-by-account', id);
  const result = await ctx.db.transaction(async (tx) => {
    await lockAccounts(tx, [id], 'no key update');
    return change(tx, await requireFreshProof(ctx, tx));
  });
  if (what !== null) {
    const entry = { event: 'factor-changed', account: id, change: what } as const;
    ctx.accounts.securityLog.record(ctx.request, entry);
  }
  return result;
}
