import { iterateDraws } from '#domain/gameplay/list-draws.ts';
import { drawsCsvQuery } from '#shared/schemas/gameplay.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { runGuardedLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { quoteCell, streamCsv } from '#web/lib/stream-csv.ts';
import type { Route } from './+types/draws-csv';

/** The actor's draws as CSV, streamed in batches. Odds are between 0 and 1. */
export async function loader(args: Route.LoaderArgs) {
  return runGuardedLoader(args, async (ctx, actor, url) => {
    const { game: gameId } = parseInput(drawsCsvQuery, url.searchParams);
    async function* lines(): AsyncGenerator<string, void> {
      yield 'Date,Game,Card,Rarity,Odds,Odds of a legendary card\r\n';
      for await (const draw of iterateDraws(ctx, { gameId })) {
        yield `${[
          draw.drawnAt.toISOString(),
          quoteCell(draw.game),
          quoteCell(draw.card),
          draw.rarity,
          (draw.odds / 1_000_000).toFixed(6),
          (draw.legendaryOdds / 1_000_000).toFixed(6),
        ].join(',')}\r\n`;
      }
    }
    return streamCsv(lines(), `guildhall-draws-${actor.username}.csv`);
  });
}
