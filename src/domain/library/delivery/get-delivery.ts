import type { Ctx } from '../../context.ts';
import { getOwnKey, type OwnKey } from '../keys/own-key.ts';
import { ownsGame } from '../owns-game.ts';

/** What the owner of a game of the site gets besides its page. */
export interface Delivery {
  /** The key that came with the purchase; null without one. */
  key: OwnKey | null;
}

/** What the actor gets as the owner of a game; null if there is nothing, and for everybody else. */
export async function getDelivery(ctx: Ctx, gameId: number): Promise<Delivery | null> {
  if (!(await ownsGame(ctx, gameId))) return null;
  const key = await getOwnKey(ctx, gameId);
  return key === null ? null : { key };
}
