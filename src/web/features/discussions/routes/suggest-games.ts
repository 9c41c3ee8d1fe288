import { suggestGames } from '#domain/discussions/suggest-games.ts';
import { suggestGamesQuery } from '#shared/schemas/discussions.ts';
import { parse, runLoader } from '#web/lib/actions/run-loader-or-action.ts';
import type { Route } from './+types/suggest-games.ts';

/** The games of the catalogue that somebody may mean who is typing `?q=…`. */
export async function loader(args: Route.LoaderArgs) {
  return runLoader(args, async (ctx, url) => {
    const games = await suggestGames(ctx, parse(suggestGamesQuery, url.searchParams));
    return Response.json({ games });
  });
}

/** Without suggestions one types on: nothing of a form gives way because there are none. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  try {
    return await serverLoader();
  } catch {
    return { games: [] };
  }
}
