import { requireActor } from '../accounts/require-actor.ts';
import type { Ctx } from '../context.ts';
import { cycleStart, type PlayState, stateOf } from './play-state.ts';

/** The actor's active session in this game, or null. @throws Refusal `login-required`. */
export async function getPlayState(
  ctx: Ctx,
  { gameId }: { gameId: number },
): Promise<PlayState | null> {
  const { id } = requireActor(ctx);
  const cycleStartedAt = await cycleStart(ctx.db, id, gameId, ctx.clock.now());
  return cycleStartedAt ? stateOf({ cycleStartedAt }, ctx) : null;
}
