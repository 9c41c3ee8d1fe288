import { suggestMarketSearches } from '#domain/market/cards/suggest-market-searches.ts';
import { marketSuggestionsQuery } from '#shared/schemas/market/market-cards.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { runLoader } from '#web/lib/actions/run-loader-or-action.ts';
import type { Route } from './+types/market-suggestions.ts';

/** Returns the cards, games and sellers that match the typed text `?q=…`. */
export async function loader(args: Route.LoaderArgs) {
  return runLoader(args, async (ctx, url) => {
    const query = parseInput(marketSuggestionsQuery, url.searchParams);
    return Response.json({ suggestions: await suggestMarketSearches(ctx, query) });
  });
}

/** An error means no suggestions: the page must not be replaced by an error page. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  try {
    return await serverLoader();
  } catch {
    return { suggestions: [] };
  }
}
