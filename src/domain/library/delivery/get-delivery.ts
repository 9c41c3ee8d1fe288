import { requireActor } from '../../accounts/require-actor.ts';
import type { Ctx } from '../../context.ts';
import { getOwnKey, type OwnKey } from '../keys/own-key.ts';
import { ownsGame } from '../owns-game.ts';
import { readGameLinks } from './game-links.ts';

/** What the owner of a game of the site gets besides its page. */
export interface Delivery {
  gameId: number;
  /** The key that came with the purchase; null without one. */
  key: OwnKey | null;
  /** An https address, such as that of a download. */
  link: string | null;
  /** Whether the game is played on the page `/play/:gameId`. */
  playsHere: boolean;
}

/** What the actor gets as the owner of a game; null if there is nothing, and for everybody else. */
export async function getDelivery(ctx: Ctx, gameId: number): Promise<Delivery | null> {
  if (!(await ownsGame(ctx, gameId))) return null;
  const [key, { link, playUrl }] = await Promise.all([
    getOwnKey(ctx, gameId),
    readGameLinks(ctx.db, gameId),
  ]);
  if (key === null && link === null && playUrl === null) return null;
  return { gameId, key, link, playsHere: playUrl !== null };
}

/**
 * The address of a game that the actor owns and plays on this site; null if the actor does not own it, or if it
 * is not played here.
 * @throws AppError `login-required`.
 */
export async function getPlayUrl(ctx: Ctx, gameId: number): Promise<string | null> {
  requireActor(ctx);
  if (!(await ownsGame(ctx, gameId))) return null;
  return (await readGameLinks(ctx.db, gameId)).playUrl;
}
