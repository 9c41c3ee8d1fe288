import type { Ctx } from '../context.ts';
import { requireActor } from '../permissions/require-actor.ts';
import { findCycleStart, type PlayState, toPlayState } from './play-state.ts';

/** Returns the state of the actor's active play session of this game, or null. @throws AppError `login-required`. */
export async function getPlayState(
  ctx: Ctx,
  { gameId }: { gameId: number },
): Promise<PlayState | null> {
  const { id } = requireActor(ctx);
  const cycleStartedAt = await findCycleStart(ctx.db, id, gameId, ctx.clock.now());
  return cycleStartedAt ? toPlayState({ cycleStartedAt }, ctx) : null;
}
