import { and, eq, lte, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { awardDays, playSessions } from '#database/schema.ts';
import { gameplayConstants } from '#shared/constants/gameplay.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { nextUtcDay, utcDay } from '#shared/format/utc-day.ts';
import { drawCard } from '../card-sets/draw-card.ts';
import { type CardKind, listCardKinds } from '../card-sets/list-card-set.ts';
import { lockSetAgainstChanges } from '../card-sets/lock-card-set.ts';
import type { Ctx } from '../context.ts';
import { runIdempotent } from '../lib/idempotency.ts';
import { requireActor } from '../permissions/require-actor.ts';
import { getRules } from '../site/current-rules.ts';
import { addPlayedTime, laterCall } from './game-progress.ts';
import { findCycleStart, isActiveSession } from './play-state.ts';
import { recordDraw } from './record-draw.ts';

/**
 * Awards a card for a full cycle of play by the server's clock, or up to 500 ms earlier. The next cycle
 * begins now; after an early request when this one would have been full, so that it gains nothing.
 * @throws AppError `login-required`, `not-playing`, `too-early` (with the remaining time; the cycle
 * continues), `award-limit`, `key-reused`.
 */
export async function awardCard(
  ctx: Ctx,
  { gameId, key }: { gameId: number; key: string },
): Promise<{ card: CardKind }> {
  const { id: userId } = requireActor(ctx);
  const now = ctx.clock.now();
  const request = { useCase: 'award-card', input: { gameId } };
  const { awardsPerDay, playCycleMs, rarityWeights } = await getRules(ctx);

  return runIdempotent(ctx, { userId, key, request }, async (tx) => {
    const due = new Date(now.getTime() - playCycleMs + gameplayConstants.earlyAwardToleranceMs);
    // If several tabs ask at the same time, the first one moves the start of the cycle and gets the card.
    const before = tx
      .select({ id: playSessions.id, lastCallAt: playSessions.lastCallAt })
      .from(playSessions)
      .where(and(isActiveSession(userId, gameId, now), lte(playSessions.cycleStartedAt, due)))
      .for('no key update')
      .as('before');
    const [session] = await tx
      .update(playSessions)
      .set({
        cycleStartedAt: nextCycleStart(now, playCycleMs),
        lastCallAt: laterCall(now),
      })
      .from(before)
      .where(eq(playSessions.id, before.id))
      .returning({ id: playSessions.id, lastCallAt: before.lastCallAt });
    if (!session) throw await createNoAwardError(tx, { userId, gameId, now, playCycleMs });
    await countAward(tx, { userId, limit: awardsPerDay, now });
    const { lastCallAt, id: playSessionId } = session;
    const cardsBefore = await addPlayedTime(tx, { userId, gameId }, { lastCallAt, now });
    await lockSetAgainstChanges(tx, gameId);
    const kinds = await listCardKinds(tx, gameId);
    const card = drawCard(kinds, ctx.random, cardsBefore, rarityWeights);
    const odds = { kinds, cardsBefore, weights: rarityWeights };
    await recordDraw(tx, { userId, gameId, playSessionId, card, ...odds, now });
    return { card };
  });
}

function nextCycleStart(now: Date, cycleMs: number): SQL {
  const cycleEnd = sql`${playSessions.cycleStartedAt} + ${cycleMs}::integer * interval '1 millisecond'`;
  return sql`greatest(${cycleEnd}, ${now.toISOString()}::timestamptz)`;
}

/** Creates the error for a call without a due card: `not-playing` or `too-early`. */
async function createNoAwardError(
  tx: Queryable,
  call: { userId: string; gameId: number; now: Date; playCycleMs: number },
): Promise<AppError> {
  const { userId, gameId, now, playCycleMs } = call;
  const cycleStartedAt = await findCycleStart(tx, userId, gameId, now);
  if (!cycleStartedAt) return new AppError('not-playing');
  const elapsed = now.getTime() - cycleStartedAt.getTime();
  return new AppError('too-early', { retryAfterMs: Math.max(0, playCycleMs - elapsed) });
}

/** Counts the award against the daily limit; 0 is no limit. @throws AppError `award-limit`. */
async function countAward(
  tx: Queryable,
  { userId, limit, now }: { userId: string; limit: number; now: Date },
): Promise<void> {
  if (limit === 0) return;
  const counted = await tx
    .insert(awardDays)
    .values({ userId, day: utcDay(now), awards: 1 })
    .onConflictDoUpdate({
      target: [awardDays.userId, awardDays.day],
      set: { awards: sql`${awardDays.awards} + 1` },
      setWhere: sql`${awardDays.awards} < ${limit}`,
    })
    .returning({ awards: awardDays.awards });
  if (counted.length > 0) return;
  throw new AppError('award-limit', { retryAfterMs: nextUtcDay(now).getTime() - now.getTime() });
}
