import { savePreferences } from '#domain/accounts/preferences/save-preferences.ts';
import { themeForm } from '#shared/schemas/appearance.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { runFormAction } from '#web/lib/actions/form-action.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { runGuardedLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { submitToServer } from '#web/lib/actions/submit-to-server.ts';
import type { Route } from './+types/theme';

/** Somebody opened the address of the form: the settings have the same choice. */
export async function loader(args: Route.LoaderArgs) {
  return runGuardedLoader(args, async () => {
    throw redirect('/settings');
  });
}

/** Saves the theme that was chosen in the menu. */
export async function action(args: Route.ActionArgs) {
  return runFormAction(args, 'settings-failed', async (ctx, form) => {
    await savePreferences(ctx, parseInput(themeForm, form));
    return { saved: true as const };
  });
}

/** The page shows the theme already. A failure only means that other browsers do not get it. */
export function clientAction(args: Route.ClientActionArgs) {
  return submitToServer(args, 'settings-failed');
}
