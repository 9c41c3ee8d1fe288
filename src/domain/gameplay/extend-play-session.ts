import { playSessions } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { requireActor } from '../accounts/require-actor.ts';
import type { Ctx } from '../context.ts';
import { isActiveSession, type PlayState, toPlayState } from './play-state.ts';

/**
 * Extends the actor's active play session, which ends after ten minutes without a call.
 * @throws AppError `login-required`, `not-playing`.
 */
export async function extendPlaySession(
  ctx: Ctx,
  { gameId }: { gameId: number },
): Promise<PlayState> {
  const { id } = requireActor(ctx);
  const now = ctx.clock.now();
  const [session] = await ctx.db
    .update(playSessions)
    .set({ lastCallAt: now })
    .where(isActiveSession(id, gameId, now))
    .returning({ cycleStartedAt: playSessions.cycleStartedAt });
  if (!session) throw new AppError('not-playing');
  return toPlayState(session, ctx);
}
