import { randomUUID } from 'node:crypto';
import { dailyRewards } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { nextUtcDay, utcDay } from '#shared/format/utc-day.ts';
import type { Ctx } from '../context.ts';
import { lockWallets } from '../ledger/lock-wallets.ts';
import { moveMoney } from '../ledger/move-money.ts';
import { runIdempotent } from '../lib/idempotency.ts';
import { requireActor, requireNotRetired } from '../permissions/require-actor.ts';
import { getRules } from '../site/current-rules.ts';

/**
 * Pays the daily reward, once per UTC calendar day. Returns the new balance in cents.
 * @throws AppError `login-required`, `already-claimed` with the time until the next reward,
 * `balance-limit`, `key-reused`.
 */
export async function claimDailyReward(
  ctx: Ctx,
  { key }: { key: string },
): Promise<{ amount: number; balance: number }> {
  const actor = requireActor(ctx);
  const { id: userId } = actor;
  const now = ctx.clock.now();
  const day = utcDay(now);
  const request = { useCase: 'claim-daily-reward', input: { day } };
  const { dailyRewardCents: amount } = await getRules(ctx);

  return runIdempotent(ctx, { userId, key, request }, async (tx) => {
    const transferId = randomUUID();
    await lockWallets(tx, [userId]);
    // The row of the day settles the race: the request that writes it is paid.
    const claimed = await tx
      .insert(dailyRewards)
      .values({ userId, day, transferId })
      .onConflictDoNothing()
      .returning({ day: dailyRewards.day });
    if (claimed.length === 0) {
      throw new AppError('already-claimed', {
        retryAfterMs: nextUtcDay(now).getTime() - now.getTime(),
      });
    }
    await requireNotRetired(tx, actor);
    const balance = await moveMoney(tx, {
      transferId,
      kind: 'daily-reward',
      userId,
      systemAccount: 'daily-rewards',
      amount,
      subject: null,
      at: now,
    });
    return { amount, balance };
  });
}
