import { playSessions } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { requireActor } from '../accounts/require-actor.ts';
import type { Ctx } from '../context.ts';
import { activeSession, type PlayState, stateOf } from './play-state.ts';

/**
 * Says that the page still plays: a session without a call for ten minutes ends.
 * @throws Refusal `login-required`, `not-playing`.
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
    .where(activeSession(id, gameId, now))
    .returning({ cycleStartedAt: playSessions.cycleStartedAt });
  if (!session) throw new AppError('not-playing');
  return stateOf(session, ctx);
}
