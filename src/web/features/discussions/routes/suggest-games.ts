import { suggestGames } from '#domain/discussions/suggest-games.ts';
import { suggestGamesQuery } from '#shared/schemas/discussions.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { runLoader } from '#web/lib/actions/run-loader-or-action.ts';
import type { Route } from './+types/suggest-games.ts';

/** Returns the games of the catalog that match the typed text `?q=…`. */
export async function loader(args: Route.LoaderArgs) {
  return runLoader(args, async (ctx, url) => {
    const games = await suggestGames(ctx, parseInput(suggestGamesQuery, url.searchParams));
    return Response.json({ games });
  });
}

/** An error means no suggestions: the form must not be replaced by an error page. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  try {
    return await serverLoader();
  } catch {
    return { games: [] };
  }
}
