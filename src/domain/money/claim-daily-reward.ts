import { randomUUID } from 'node:crypto';
import { dailyRewards } from '#db/schema.ts';
import { money } from '#shared/limits.ts';
import { Refusal } from '#shared/refusals.ts';
import { nextUtcDay, utcDay } from '#shared/utc-day.ts';
import { requireActor, requireUnretired } from '../accounts/require-actor.ts';
import type { Ctx } from '../context.ts';
import { holdWallets } from './hold-wallets.ts';
import { moveMoney } from './move-money.ts';
import { once } from './once.ts';

/**
 * Pays the daily reward of 20.00 (spec 9), once per UTC calendar day. Answers the new balance in cents.
 * @throws Refusal `login-required`, `already-claimed` with the time until the next, `balance-limit`,
 * `key-reused`.
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

  return once(ctx, { userId, key, request }, async (tx) => {
    const transferId = randomUUID();
    await holdWallets(tx, [userId]);
    // The day's row settles the race: whoever writes it is paid.
    const claimed = await tx
      .insert(dailyRewards)
      .values({ userId, day, transferId })
      .onConflictDoNothing()
      .returning({ day: dailyRewards.day });
    if (claimed.length === 0) {
      throw new Refusal('already-claimed', {
        retryAfterMs: nextUtcDay(now).getTime() - now.getTime(),
      });
    }
    await requireUnretired(tx, actor);
    const balance = await moveMoney(tx, {
      transferId,
      kind: 'daily-reward',
      userId,
      systemAccount: 'daily-rewards',
      amount: money.dailyRewardCents,
      subject: null,
      at: now,
    });
    return { amount: money.dailyRewardCents, balance };
  });
}
