import { AppError, isAppError } from '#shared/errors/app-error.ts';
import { formatDuration } from '#shared/format/duration.ts';
import type { CardKind } from '../card-sets/list-card-set.ts';
import type { Ctx } from '../context.ts';
import { requireGameByName } from '../game-library/find-game-by-name.ts';
import { awardCard } from './award-card.ts';
import { startPlaySession } from './start-play-session.ts';

/**
 * Awards a card of a game by the game's name, as `awardCard` does. If the actor is not playing the game,
 * it starts a play session, so that a client needs no other call than this one.
 * @throws AppError `game-not-found`; `too-early` with the time until the next card, also when the play
 * session was just started; `game-not-owned`; `rate-limited`; and the errors of `awardCard`.
 */
export async function awardCardByName(
  ctx: Ctx,
  { game, key }: { game: string; key: string },
): Promise<{ card: CardKind }> {
  const gameId = await requireGameByName(ctx, game);
  try {
    return await awardCard(ctx, { gameId, key });
  } catch (error) {
    if (!isAppError(error)) throw error;
    if (error.code === 'too-early') {
      throw createTooEarlyError(error.message, error.details.retryAfterMs ?? 0);
    }
    if (error.code !== 'not-playing') throw error;
    const { elapsedMs, cycleMs } = await startPlaySession(ctx, { gameId });
    throw createTooEarlyError('You have begun to play.', cycleMs - elapsedMs);
  }
}

function createTooEarlyError(text: string, ms: number): AppError {
  // Rounded up, so that a caller who waits this long is not too early again.
  const seconds = Math.max(1, Math.ceil(ms / 1_000));
  return new AppError('too-early', {
    text: `${text} Ask again in ${formatDuration(seconds * 1_000)}.`,
    retryAfterMs: ms,
  });
}
