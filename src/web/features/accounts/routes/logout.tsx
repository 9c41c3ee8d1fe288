import { logOut } from '#domain/accounts/sessions/log-out.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { ctxContext } from '#web/lib/request-context.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { createLogoutCookie } from '#web/lib/stored-values/logout-cookie.ts';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { GuestLogoutChoice } from '../components/guest-logout-choice.tsx';
import type { Route } from './+types/logout.ts';

export const meta: Route.MetaFunction = ({ matches }) => noIndexHead('Log out', matches);

export const handle = { failure: 'Failed to load this question.' };

/** The confirmation page for guests. A link logs nobody out; only the form does. */
export function loader({ context }: Route.LoaderArgs) {
  const { actor } = context.get(ctxContext);
  if (actor?.role !== 'guest') throw redirect('/');
  return { username: actor.username, balance: actor.balance };
}

/** Logs the actor out. A guest cannot log in again, so a guest's form must contain the confirmation. */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(ctxContext);
  if (ctx.actor?.role === 'guest') {
    const form = await request.formData();
    if (form.get('sure') !== 'yes') return redirect('/logout');
  }
  const cookie = await logOut(ctx);
  const headers = new Headers({ 'Set-Cookie': cookie });
  if (ctx.actor)
    headers.append('Set-Cookie', createLogoutCookie(ctx.actor.username, ctx.request.origin));
  return redirect('/', { headers });
}

/** The confirmation of the dialog as a page, for browsers without scripts. */
export default function Logout({ loaderData }: Route.ComponentProps) {
  return (
    <Page width="form">
      <PageHeader title="Log out for good?" />
      <section className="panel grid gap-6 p-6 sm:p-8">
        <GuestLogoutChoice {...loaderData} onStay="/" />
      </section>
    </Page>
  );
}
