import { AppError, isAppError } from '#shared/errors/app-error.ts';
import { describeDuration } from '#shared/format/duration.ts';
import type { Ctx } from '../context.ts';
import type { CardKind } from '../inventory/list-card-set.ts';
import { requireGameByName } from '../library/find-game-by-name.ts';
import { awardCard } from './award-card.ts';
import { startPlaySession } from './start-session.ts';

/**
 * Awards a card of the game that a name stands for, as `awardCard` does, to whoever only ever asks for
 * cards: the owner of the game who is not playing it begins to.
 * @throws Refusal `game-not-found`, `too-early` with the time until the next card, also when the session
 * has just begun, `game-not-owned`, `rate-limited`, and what `awardCard` throws.
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
    if (error.code === 'too-early') throw notYet(error.message, error.details.retryAfterMs ?? 0);
    if (error.code !== 'not-playing') throw error;
    const { elapsedMs, cycleMs } = await startPlaySession(ctx, { gameId });
    throw notYet('You have begun to play.', cycleMs - elapsedMs);
  }
}

function notYet(text: string, ms: number): AppError {
  // Who comes back by it must not be early again.
  const seconds = Math.max(1, Math.ceil(ms / 1_000));
  return new AppError('too-early', {
    text: `${text} Ask again in ${describeDuration(seconds * 1_000)}.`,
    retryAfterMs: ms,
  });
}
