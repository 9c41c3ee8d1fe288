import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { topUpDays } from '#database/schema.ts';
import { topUpConstants } from '#shared/constants/wallet.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { topUpRules } from '#shared/format/amounts/amount-field.ts';
import { formatMoney } from '#shared/format/amounts/money.ts';
import { utcDay } from '#shared/format/utc-day.ts';
import type { Ctx } from '../context.ts';
import { lockWallets } from '../ledger/lock-wallets.ts';
import { moveMoney } from '../ledger/move-money.ts';
import { runIdempotent } from '../lib/idempotency.ts';
import { requirePlayer } from '../permissions/require-actor.ts';
import { getRules } from '../site/current-rules.ts';

/**
 * Adds play money to the actor's wallet: `amount` cents, from 1.00 to what the site allows at a time, and
 * at most its daily limit a UTC day. Returns the new balance in cents.
 * @throws AppError `login-required`, `guest-not-allowed`, `bad-input`, `top-up-limit`, `balance-limit`,
 * `key-reused`.
 */
export async function addMoney(
  ctx: Ctx,
  { amount, key }: { amount: number; key: string },
): Promise<{ amount: number; balance: number }> {
  const { id: userId } = requirePlayer(ctx);
  const { topUpDailyCents: limit, topUpSingleCents } = await getRules(ctx);
  const now = ctx.clock.now();
  const day = utcDay(now);
  const request = { useCase: 'add-money', input: { amount } };

  return runIdempotent(ctx, { userId, key, request }, async (tx) => {
    // A repeated form gets its answer, whatever the limits are by then.
    const { min, max, rangeText } = topUpRules(topUpSingleCents);
    if (!Number.isSafeInteger(amount) || amount < min || amount > max) {
      throw new AppError('bad-input', { fields: { amount: rangeText } });
    }
    if (amount > limit) throw await createDailyLimitError(tx, { userId, day, limit });
    await lockWallets(tx, [userId]);
    const counted = await tx
      .insert(topUpDays)
      .values({ userId, day, amount })
      .onConflictDoUpdate({
        target: [topUpDays.userId, topUpDays.day],
        set: { amount: sql`${topUpDays.amount} + excluded.amount` },
        setWhere: sql`${topUpDays.amount} + excluded.amount <= ${limit}`,
      })
      .returning({ amount: topUpDays.amount });
    if (counted.length === 0) throw await createDailyLimitError(tx, { userId, day, limit });
    const balance = await moveMoney(tx, {
      transferId: randomUUID(),
      kind: 'top-up',
      userId,
      systemAccount: 'top-ups',
      amount,
      subject: null,
      at: now,
    });
    return { amount, balance };
  });
}

/** Creates the error `top-up-limit` with the amount that can still be added today. */
async function createDailyLimitError(
  tx: Queryable,
  { userId, day, limit }: { userId: string; day: string; limit: number },
): Promise<AppError> {
  const [added] = await tx
    .select({ amount: topUpDays.amount })
    .from(topUpDays)
    .where(and(eq(topUpDays.userId, userId), eq(topUpDays.day, day)));
  const left = Math.max(0, limit - (added?.amount ?? 0));
  const most = `You can add at most ${formatMoney(limit)} a day.`;
  return new AppError('top-up-limit', {
    text:
      left >= topUpConstants.topUpMinCents
        ? `${most} Today you can still add ${formatMoney(left)}.`
        : `${most} Today you cannot add more: come back tomorrow.`,
  });
}
