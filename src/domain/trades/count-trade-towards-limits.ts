import { sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { getViolatedConstraint } from '#database/postgres-errors.ts';
import { marketFirstDays, newcomerGains, tradingPairDays } from '#database/schema.ts';
import { marketConstants } from '#shared/constants/market/market.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { utcDay } from '#shared/format/utc-day.ts';
import { toNewcomerLimitError } from '../market/newcomer-gains.ts';
import { toPairLimitError } from '../market/trading-pair-limits.ts';
import type { Trader } from './lock-traders.ts';

/**
 * Counts an accepted offer towards the first-day limits of its people, with the value of what each gives
 * and gets, towards what the two may trade a day, with the value of the higher side, and towards what each gets from
 * newcomers a day.
 * @throws a violated constraint, see `toTradeLimitError`
 */
export async function countTradeTowardsLimits(
  tx: Queryable,
  {
    sender,
    recipient,
    givenValue,
    receivedValue,
    at,
  }: {
    sender: Trader;
    recipient: Trader;
    /** The values in cents of the sender's cards and of the recipient's. */
    givenValue: number;
    receivedValue: number;
    at: Date;
  },
): Promise<void> {
  const people = [
    { ...sender, sold: givenValue, bought: receivedValue, other: recipient },
    { ...recipient, sold: receivedValue, bought: givenValue, other: sender },
  ].toSorted((a, b) => (a.id < b.id ? -1 : 1));
  for (const { id, restSince, sold, bought } of people) {
    if (!restSince) continue;
    await tx
      .insert(marketFirstDays)
      .values({ userId: id, sold, bought })
      .onConflictDoUpdate({
        target: marketFirstDays.userId,
        set: {
          sold: sql`${marketFirstDays.sold} + ${sold}::bigint`,
          bought: sql`${marketFirstDays.bought} + ${bought}::bigint`,
        },
      });
  }
  for (const { id: userId, bought: amount, other } of people) {
    if (!isNewcomer(other, at)) continue;
    await tx
      .insert(newcomerGains)
      .values({ userId, day: utcDay(at), amount })
      .onConflictDoUpdate({
        target: [newcomerGains.userId, newcomerGains.day],
        set: { amount: sql`${newcomerGains.amount} + ${amount}::bigint` },
      });
  }
  const [low, high] = people;
  if (!low || !high) return;
  const amount = Math.max(givenValue, receivedValue);
  await tx
    .insert(tradingPairDays)
    .values({ lowId: low.id, highId: high.id, day: utcDay(at), trades: 1, amount })
    .onConflictDoUpdate({
      target: [tradingPairDays.lowId, tradingPairDays.highId, tradingPairDays.day],
      set: {
        trades: sql`${tradingPairDays.trades} + 1`,
        amount: sql`${tradingPairDays.amount} + ${amount}::bigint`,
      },
    });
}

/** Whether an account registered less than seven days before a time. */
export function isNewcomer({ registeredAt }: Trader, at: Date): boolean {
  const since = at.getTime() - marketConstants.newcomerMs;
  return registeredAt !== null && registeredAt.getTime() > since;
}

/** The error of a limit that a trade would exceed; null for other errors. */
export function toTradeLimitError(error: unknown): AppError | null {
  const constraint = getViolatedConstraint(error);
  if (constraint === 'market_first_days_sold' || constraint === 'market_first_days_bought')
    return new AppError('trade-first-day');
  return toPairLimitError(error) ?? toNewcomerLimitError(error);
}
