import { AppError } from '#shared/errors/app-error.ts';
import type { Ctx } from '../../context.ts';
import { requireActor } from '../../permissions/require-actor.ts';
import { getPlayFrame } from '../delivery/get-delivery.ts';

/**
 * The actor, who may play the game on this site.
 * @throws AppError `login-required`, `game-not-owned`.
 */
export async function requireSavingPlayer(ctx: Ctx, gameId: number): Promise<{ userId: string }> {
  const { id: userId } = requireActor(ctx);
  const frame = await getPlayFrame(ctx, gameId);
  if (!frame?.url) throw new AppError('game-not-owned');
  return { userId };
}
