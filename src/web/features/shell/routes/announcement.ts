import { data } from 'react-router';
import { createHiddenAnnouncementCookie } from '#domain/site/announcement.ts';
import { toSafePath } from '#shared/format/paths/resolve-within-site.ts';
import { hideAnnouncementForm } from '#shared/schemas/administration/site-forms.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { isWithoutScript } from '#web/lib/actions/is-without-script.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { runAction } from '#web/lib/actions/run-loader-or-action.ts';
import { submitToServer } from '#web/lib/actions/submit-to-server.ts';
import type { Route } from './+types/announcement';

/** The route has no page: it only receives the form of the announcement. */
export function loader() {
  return redirect('/');
}

/** Hides an announcement in this browser. */
export async function action(args: Route.ActionArgs) {
  return runAction(args, async (_ctx, form) => {
    const { id, next } = parseInput(hideAnnouncementForm, form);
    const headers = { 'Set-Cookie': createHiddenAnnouncementCookie(id) };
    if (isWithoutScript(args.request)) throw redirect(toSafePath(next), { headers });
    return data(null, { headers });
  });
}

export function clientAction(args: Route.ClientActionArgs) {
  return submitToServer(args, 'settings-failed');
}
