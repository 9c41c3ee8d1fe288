import { eq } from 'drizzle-orm';
import { playSessions } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Ctx } from '../context.ts';
import { requireActor } from '../permissions/require-actor.ts';
import { addPlayedTime, laterCall } from './game-progress.ts';
import { isActiveSession, type PlayState, toPlayState } from './play-state.ts';

/**
 * Extends the actor's active play session, which ends after ten minutes without a call.
 * @throws AppError `login-required`, `not-playing`.
 */
export async function extendPlaySession(
  ctx: Ctx,
  { gameId }: { gameId: number },
): Promise<PlayState> {
  const { id: userId } = requireActor(ctx);
  const now = ctx.clock.now();
  const session = await ctx.db.transaction(async (tx) => {
    const before = tx
      .select({ id: playSessions.id, lastCallAt: playSessions.lastCallAt })
      .from(playSessions)
      .where(isActiveSession(userId, gameId, now))
      .for('no key update')
      .as('before');
    const [extended] = await tx
      .update(playSessions)
      .set({ lastCallAt: laterCall(now) })
      .from(before)
      .where(eq(playSessions.id, before.id))
      .returning({ cycleStartedAt: playSessions.cycleStartedAt, lastCallAt: before.lastCallAt });
    if (!extended) return null;
    await addPlayedTime(tx, { userId, gameId }, { lastCallAt: extended.lastCallAt, now });
    return extended;
  });
  if (!session) throw new AppError('not-playing');
  return toPlayState(session, ctx);
}
