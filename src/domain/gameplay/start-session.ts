import { and, eq, isNull } from 'drizzle-orm';
import { brokenConstraint } from '#database/postgres-errors.ts';
import { playSessions } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { requireActor } from '../accounts/require-actor.ts';
import type { Ctx } from '../context.ts';
import { ownsGame } from '../library/owns-game.ts';
import { cycleStart, type PlayState, stateOf } from './play-state.ts';

/** More starts of one account at the same instant than these are no player. */
const tries = 5;

/**
 * Starts a play session by the server's clock and ends the account's earlier one. A session of the same
 * game that is active already goes on, as when the screen is open twice.
 * @throws Refusal `login-required`, `game-not-owned`, `rate-limited`.
 */
export async function startPlaySession(
  ctx: Ctx,
  { gameId }: { gameId: number },
): Promise<PlayState> {
  const { id: userId } = requireActor(ctx);
  if (!(await ownsGame(ctx, gameId))) throw new AppError('game-not-owned');
  const now = ctx.clock.now();

  for (let turn = 0; turn < tries; turn += 1) {
    const running = await cycleStart(ctx.db, userId, gameId, now);
    if (running) return stateOf({ cycleStartedAt: running }, ctx);
    if (turn === 0) await ctx.rateLimiter.take('play-start-by-account', userId);
    try {
      return stateOf(await begin(ctx, { userId, gameId, now }), ctx);
    } catch (error) {
      // Another start of the same account came in between; it is the earlier one now.
      if (brokenConstraint(error) !== 'play_sessions_active') throw error;
    }
  }
  throw new AppError('rate-limited');
}

/** Ends the account's session, if it has one, and begins another. */
async function begin(
  { db }: Pick<Ctx, 'db'>,
  { userId, gameId, now }: { userId: string; gameId: number; now: Date },
): Promise<{ cycleStartedAt: Date }> {
  return db.transaction(async (tx) => {
    const [ended] = await tx
      .update(playSessions)
      .set({ endedAt: now })
      .where(and(eq(playSessions.userId, userId), isNull(playSessions.endedAt)))
      .returning({ cycleStartedAt: playSessions.cycleStartedAt });
    // Changing games does not win back what an award came early.
    const cycleStartedAt = ended && ended.cycleStartedAt > now ? ended.cycleStartedAt : now;
    await tx
      .insert(playSessions)
      .values({ userId, gameId, startedAt: now, cycleStartedAt, lastCallAt: now });
    return { cycleStartedAt };
  });
}
