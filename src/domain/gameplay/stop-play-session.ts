import type { Ctx } from '../context.ts';
import { requireActor } from '../permissions/require-actor.ts';
import { endSession } from './end-session.ts';

/** Ends the actor's play session. Without one it does nothing. @throws AppError `login-required`. */
export async function stopPlaySession(ctx: Ctx): Promise<void> {
  const { id: userId } = requireActor(ctx);
  const now = ctx.clock.now();
  const ended = await ctx.db.transaction((tx) => endSession(tx, { userId, now }));
  if (ended) ctx.events.publish({ type: 'status-changed', userId, online: true });
}
