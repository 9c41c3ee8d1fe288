import { and, eq, isNull } from 'drizzle-orm';
import { brokenConstraint } from '#db/errors.ts';
import { playSessions } from '#db/schema.ts';
import { Refusal } from '#shared/refusals.ts';
import { requireActor } from '../accounts/require-actor.ts';
import type { Ctx } from '../context.ts';
import { ownsGame } from '../library/owns-game.ts';
import { type PlayState, stateOf } from './play-state.ts';

/**
 * Starts a play session by the server's clock and ends the account's earlier one.
 * @throws Refusal `login-required`, `game-not-owned`.
 */
export async function startPlaying(ctx: Ctx, { gameId }: { gameId: number }): Promise<PlayState> {
  const { id: userId } = requireActor(ctx);
  if (!(await ownsGame(ctx, gameId))) throw new Refusal('game-not-owned');
  const now = ctx.clock.now();

  const start = () =>
    ctx.db.transaction(async (tx) => {
      await tx
        .update(playSessions)
        .set({ endedAt: now })
        .where(and(eq(playSessions.userId, userId), isNull(playSessions.endedAt)));
      await tx
        .insert(playSessions)
        .values({ userId, gameId, startedAt: now, cycleStartedAt: now, lastCallAt: now });
    });
  for (;;) {
    try {
      await start();
      return stateOf({ cycleStartedAt: now }, ctx);
    } catch (error) {
      // Another start of the same account came in between; it is the earlier one now.
      if (brokenConstraint(error) !== 'play_sessions_active') throw error;
    }
  }
}
