import { and, eq, isNull } from 'drizzle-orm';
import { brokenConstraint } from '#db/errors.ts';
import { playSessions } from '#db/schema.ts';
import { Refusal } from '#shared/refusals.ts';
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
export async function startPlaying(ctx: Ctx, { gameId }: { gameId: number }): Promise<PlayState> {
  const { id: userId } = requireActor(ctx);
  if (!(await ownsGame(ctx, gameId))) throw new Refusal('game-not-owned');
  const now = ctx.clock.now();

  for (let turn = 0; turn < tries; turn += 1) {
    const running = await cycleStart(ctx.db, userId, gameId, now);
    if (running) return stateOf({ cycleStartedAt: running }, ctx);
    if (turn === 0) await ctx.limits.take('play-start-by-account', userId);
    try {
      await ctx.db.transaction(async (tx) => {
        await tx
          .update(playSessions)
          .set({ endedAt: now })
          .where(and(eq(playSessions.userId, userId), isNull(playSessions.endedAt)));
        await tx
          .insert(playSessions)
          .values({ userId, gameId, startedAt: now, cycleStartedAt: now, lastCallAt: now });
      });
      return stateOf({ cycleStartedAt: now }, ctx);
    } catch (error) {
      // Another start of the same account came in between; it is the earlier one now.
      if (brokenConstraint(error) !== 'play_sessions_active') throw error;
    }
  }
  throw new Refusal('rate-limited');
}
