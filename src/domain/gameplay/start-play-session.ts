import { getViolatedConstraint } from '#database/postgres-errors.ts';
import { playSessions } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { retry } from '#shared/lib/retry.ts';
import type { Ctx } from '../context.ts';
import { ownsGame } from '../game-library/owns-game.ts';
import { requireActor } from '../permissions/require-actor.ts';
import { endSession } from './end-session.ts';
import { findCycleStart, type PlayState, toPlayState } from './play-state.ts';

/** No player starts more sessions than this at the same moment. */
const attemptsMax = 5;

/**
 * Starts a play session by the server's clock and ends the account's earlier one. An active session of
 * the same game continues, for example when the page is open twice.
 * @throws AppError `login-required`, `game-not-owned`, `rate-limited`.
 */
export async function startPlaySession(
  ctx: Ctx,
  { gameId }: { gameId: number },
): Promise<PlayState> {
  const { id: userId } = requireActor(ctx);
  if (!(await ownsGame(ctx, gameId))) throw new AppError('game-not-owned');
  const now = ctx.clock.now();

  const start = async (attempt: number) => {
    const running = await findCycleStart(ctx.db, userId, gameId, now);
    if (running) return toPlayState({ cycleStartedAt: running }, ctx);
    if (attempt === 1) await ctx.rateLimiter.take('play-start-by-account', userId);
    const session = await replaceSession(ctx, { userId, gameId, now });
    ctx.events.publish({ type: 'status-changed', userId, online: true });
    return toPlayState(session, ctx);
  };
  const waitMs = (error: unknown) => (wasStartedElsewhere(error) ? 0 : null);
  try {
    return await retry(start, { attempts: attemptsMax, waitMs });
  } catch (error) {
    throw wasStartedElsewhere(error) ? new AppError('rate-limited') : error;
  }
}

/** Whether another request of the same account has started a session in the meantime. */
function wasStartedElsewhere(error: unknown): boolean {
  return getViolatedConstraint(error) === 'play_sessions_active';
}

/** Ends the account's play session, if it has one, and inserts a new one. */
async function replaceSession(
  { db }: Pick<Ctx, 'db'>,
  { userId, gameId, now }: { userId: string; gameId: number; now: Date },
): Promise<{ cycleStartedAt: Date }> {
  return db.transaction(async (tx) => {
    const ended = await endSession(tx, { userId, now });
    // After an early award the next cycle begins later. Changing the game does not shorten that.
    const cycleStartedAt = ended && ended.cycleStartedAt > now ? ended.cycleStartedAt : now;
    await tx
      .insert(playSessions)
      .values({ userId, gameId, startedAt: now, cycleStartedAt, lastCallAt: now });
    return { cycleStartedAt };
  });
}
