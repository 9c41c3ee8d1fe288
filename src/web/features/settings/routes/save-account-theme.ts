import { savePreferences } from '#domain/accounts/preferences/save-preferences.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { themeForm } from '#shared/schemas/settings/appearance.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { runAction, runGuardedLoader } from '#web/lib/actions/run-loader-or-action.ts';
import type { Route } from './+types/save-account-theme';

/** Somebody opened the address of the form: the settings have the same choice. */
export async function loader(args: Route.LoaderArgs) {
  return runGuardedLoader(args, async () => {
    throw redirect('/settings');
  });
}

/** Saves the theme that was chosen in the menu. */
export async function action(args: Route.ActionArgs) {
  return runAction(args, async (ctx, form) => {
    await savePreferences(ctx, parseInput(themeForm, form));
    return new Response(null, { status: 204 });
  });
}
