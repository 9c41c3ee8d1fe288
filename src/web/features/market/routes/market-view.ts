import { savePreferences } from '#domain/accounts/preferences/save-preferences.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { marketViewForm } from '#shared/schemas/settings/settings.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { runAction, runGuardedLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { getMarketViewPath } from '#web/paths/market-view.ts';
import type { Route } from './+types/market-view';

/** Somebody opened the address of the form: the market is what was meant. */
export async function loader(args: Route.LoaderArgs) {
  return runGuardedLoader(args, async (_ctx, { marketView }) => {
    throw redirect(getMarketViewPath(marketView));
  });
}

/** Saves the view of the market that the navigation opens, and shows it. */
export async function action(args: Route.ActionArgs) {
  return runAction(args, async (ctx, form) => {
    const { marketView } = parseInput(marketViewForm, form);
    await savePreferences(ctx, { marketView });
    throw redirect(getMarketViewPath(marketView));
  });
}
