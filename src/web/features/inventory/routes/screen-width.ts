import { data } from 'react-router';
import { wideScreenCookie } from '#shared/lib/wide-screen-cookie.ts';
import { screenWidthInput } from '#shared/schemas/inventory.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { runAction } from '#web/lib/actions/run-loader-or-action.ts';
import type { Route } from './+types/screen-width';

/** The route has no page: it only receives the form of `useReportScreenWidth`. */
export function loader() {
  return redirect('/');
}

/** Stores in a cookie whether the browser's screen is wide. */
export async function action(args: Route.ActionArgs) {
  return runAction(args, async (_ctx, form) => {
    const { wide } = parseInput(screenWidthInput, form);
    return data(null, { headers: { 'Set-Cookie': wideScreenCookie(wide) } });
  });
}

/** If the browser cannot send the form, the page shows no error and keeps its number of items. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return serverAction().catch(() => null);
}
