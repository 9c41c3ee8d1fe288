import { randomUUID } from 'node:crypto';
import { awardCard } from '#domain/gameplay/award-card.ts';
import { extendPlaySession } from '#domain/gameplay/extend-play-session.ts';
import { getRunningPlay, type RunningPlay } from '#domain/gameplay/get-running-play.ts';
import { stopPlaySession } from '#domain/gameplay/stop-play-session.ts';
import { isAppError } from '#shared/errors/app-error.ts';
import { playBarInput } from '#shared/schemas/gameplay.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { runAction, runGuardedLoader } from '#web/lib/actions/run-loader-or-action.ts';
import type { Route } from './+types/play-bar';

/** What the play bar receives. */
export interface PlayBarAnswer {
  running: RunningPlay | null;
  /** The idempotency key of the next award. */
  nextKey: string;
  /** Why a card was not awarded; the session goes on if `running` is not null. */
  error: { message: string; retryAfterMs: number | null } | null;
}

const noStore = { headers: { 'Cache-Control': 'no-store' } };

/** The actor's running play session. */
export async function loader(args: Route.LoaderArgs) {
  return runGuardedLoader(args, async (ctx) => {
    const running = await getRunningPlay(ctx);
    const answer: PlayBarAnswer = { running, nextKey: randomUUID(), error: null };
    return Response.json(answer, noStore);
  });
}

/**
 * Awards a card, extends the session or stops it, and returns the running session. It is called with `fetch` and
 * not through the router, which would load the data of the open screen again.
 */
export async function action(args: Route.ActionArgs) {
  return runAction(args, async (ctx, form) => {
    const input = parseInput(playBarInput, form);
    let error: PlayBarAnswer['error'] = null;
    try {
      if (input.intent === 'stop') await stopPlaySession(ctx);
      else if (input.intent === 'keep') await extendPlaySession(ctx, input);
      else await awardCard(ctx, input);
    } catch (thrown) {
      if (!isAppError(thrown) || thrown.code === 'login-required') throw thrown;
      error = { message: thrown.message, retryAfterMs: thrown.details.retryAfterMs ?? null };
    }
    const running = await getRunningPlay(ctx);
    const answer: PlayBarAnswer = { running, nextKey: randomUUID(), error };
    return Response.json(answer, noStore);
  });
}
