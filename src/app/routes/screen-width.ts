import { data } from 'react-router';
import { screenWidthInput } from '#shared/inputs/inventory.ts';
import { wideScreenCookie } from '#shared/wide-screen.ts';
import { act, parse } from '../door.ts';
import { redirect } from '../redirect.ts';
import type { Route } from './+types/screen-width';

/** Only the page's own form has something to say here. */
export function loader() {
  return redirect('/');
}

/** Remembers in a cookie whether the browser's screen is wide; see `useWideScreen`. */
export async function action(args: Route.ActionArgs) {
  return act(args, async (_ctx, form) => {
    const { wide } = parse(screenWidthInput, form);
    return data(null, { headers: { 'Set-Cookie': wideScreenCookie(wide) } });
  });
}

/** A page that could not say it stays as it is. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return serverAction().catch(() => null);
}
