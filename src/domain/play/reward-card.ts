import { describeDuration } from '#shared/duration.ts';
import { isRefusal, Refusal } from '#shared/refusals.ts';
import type { CardKind } from '../cards/list-card-set.ts';
import type { Ctx } from '../context.ts';
import { requireGame } from '../library/find-game.ts';
import { awardCard } from './award-card.ts';
import { startPlaying } from './start-playing.ts';

/**
 * Awards a card of the game that a name stands for, as `awardCard` does, to whoever only ever asks for
 * cards: the owner of the game who is not playing it begins to.
 * @throws Refusal `game-not-found`, `too-early` with the time until the next card, also when the session
 * has just begun, `game-not-owned`, `rate-limited`, and what `awardCard` throws.
 */
export async function rewardCard(
  ctx: Ctx,
  { game, key }: { game: string; key: string },
): Promise<{ card: CardKind }> {
  const gameId = await requireGame(ctx, game);
  try {
    return await awardCard(ctx, { gameId, key });
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if (error.code === 'too-early') throw notYet(error.message, error.details.retryAfterMs ?? 0);
    if (error.code !== 'not-playing') throw error;
    const { elapsedMs, cycleMs } = await startPlaying(ctx, { gameId });
    throw notYet('You have begun to play.', cycleMs - elapsedMs);
  }
}

function notYet(text: string, ms: number): Refusal {
  // Who comes back by it must not be early again.
  const seconds = Math.max(1, Math.ceil(ms / 1_000));
  return new Refusal('too-early', {
    text: `${text} Ask again in ${describeDuration(seconds * 1_000)}.`,
    retryAfterMs: ms,
  });
}
