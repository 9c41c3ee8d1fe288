import type { Ctx } from '../../context.ts';
import { requireActor } from '../../permissions/require-actor.ts';
import { getOwnGameKey, type OwnGameKey } from '../keys/get-own-game-key.ts';
import { ownsGame } from '../owns-game.ts';
import { readOwnerAddresses } from './owner-addresses.ts';
import { createWebGameToken } from './web-game-url.ts';

/** What the owner of a game of the site gets besides its page. */
export interface Delivery {
  gameId: number;
  /** The key that came with the purchase; null without one. */
  key: OwnGameKey | null;
  /** An https address, such as that of a download. */
  link: string | null;
  /** Whether the game is played on the page `/play/:gameId`. */
  playsHere: boolean;
}

/** What the actor gets as the owner of a game; null if there is nothing, and for everybody else. */
export async function getDelivery(ctx: Ctx, gameId: number): Promise<Delivery | null> {
  if (!(await ownsGame(ctx, gameId))) return null;
  const [key, { link, playUrl, webGameFileId }] = await Promise.all([
    getOwnGameKey(ctx, gameId),
    readOwnerAddresses(ctx.db, gameId),
  ]);
  const playsHere = playUrl !== null || webGameFileId !== null;
  if (key === null && link === null && !playsHere) return null;
  return { gameId, key, link, playsHere };
}

/** A game that is played on this site. */
export interface PlayFrame {
  /** The address for the frame; null if uploaded games are off. */
  url: string | null;
  /** Whether an editor uploaded the game; otherwise it is on another site. */
  isUploaded: boolean;
  /** Whether the page and the frame are isolated from other origins. */
  isIsolated: boolean;
}

/**
 * The frame of a game that the actor owns and plays on this site; null if the actor does not own it, or if it
 * is not played here. An uploaded game comes before an address.
 * @throws AppError `login-required`.
 */
export async function getPlayFrame(ctx: Ctx, gameId: number): Promise<PlayFrame | null> {
  const { id: userId } = requireActor(ctx);
  if (!(await ownsGame(ctx, gameId))) return null;
  const { playUrl, webGameFileId: fileId, isIsolated } = await readOwnerAddresses(ctx.db, gameId);
  const { gamesOrigin } = ctx.site;
  if (fileId !== null && gamesOrigin !== null) {
    const token = createWebGameToken(ctx.keys, { fileId, userId }, ctx.clock.now());
    return { url: `${gamesOrigin}/${token}/index.html`, isUploaded: true, isIsolated };
  }
  if (playUrl !== null) return { url: playUrl, isUploaded: false, isIsolated };
  return fileId === null ? null : { url: null, isUploaded: true, isIsolated };
}
