import { iterateDraws } from '#domain/gameplay/list-draws.ts';
import { drawsCsvQuery } from '#shared/schemas/gameplay.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { runGuardedLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { streamCsv } from '#web/lib/stream-csv.ts';
import type { Route } from './+types/draws-csv';

/** The actor's draws as CSV, streamed in batches. Odds are between 0 and 1. */
export async function loader(args: Route.LoaderArgs) {
  return runGuardedLoader(args, async (ctx, actor, url) => {
    const { game: gameId } = parseInput(drawsCsvQuery, url.searchParams);
    async function* rows() {
      for await (const draw of iterateDraws(ctx, { gameId })) {
        const { drawnAt, game, card, rarity, odds, legendaryOdds } = draw;
        yield [drawnAt, game, card, rarity, odds / 1_000_000, legendaryOdds / 1_000_000];
      }
    }
    return streamCsv(rows(), {
      fileName: `guildhall-draws-${actor.username}.csv`,
      header: ['Date', 'Game', 'Card', 'Rarity', 'Odds', 'Odds of a legendary card'],
      decimals: 6,
    });
  });
}
