import { data } from 'react-router';
import { wideScreenCookie } from '#shared/constants/wide-screen.ts';
import { screenWidthInput } from '#shared/schemas/inventory.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { parse, runAction } from '#web/lib/actions/run-loader-or-action.ts';
import type { Route } from './+types/screen-width';

/** Only the page's own form has something to say here. */
export function loader() {
  return redirect('/');
}

/** Remembers in a cookie whether the browser's screen is wide; see `useWideScreen`. */
export async function action(args: Route.ActionArgs) {
  return runAction(args, async (_ctx, form) => {
    const { wide } = parse(screenWidthInput, form);
    return data(null, { headers: { 'Set-Cookie': wideScreenCookie(wide) } });
  });
}

/** A page that could not say it stays as it is. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return serverAction().catch(() => null);
}
