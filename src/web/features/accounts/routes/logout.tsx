import { logOut } from '#domain/accounts/sessions/log-out.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { ctxContext } from '#web/lib/request-context.ts';
import { screenHead } from '#web/lib/seo/page-head.ts';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { GuestLogoutChoice } from '../components/guest-logout-choice.tsx';
import type { Route } from './+types/logout.ts';

export const meta: Route.MetaFunction = () => screenHead('Log out');

export const handle = { failure: 'Failed to load this question.' };

/** A link must not log anybody out: only the form does. A guest is asked first. */
export function loader({ context }: Route.LoaderArgs) {
  const { actor } = context.get(ctxContext);
  if (actor?.role !== 'guest') throw redirect('/');
  return { username: actor.username, balance: actor.balance };
}

/** A guest has no way back, so its form must say that it was asked. */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(ctxContext);
  if (ctx.actor?.role === 'guest') {
    const form = await request.formData();
    if (form.get('sure') !== 'yes') return redirect('/logout');
  }
  const cookie = await logOut(ctx);
  return redirect('/', { headers: { 'Set-Cookie': cookie } });
}

/** The guest's question as a page of its own, for a browser without script. */
export default function Logout({ loaderData }: Route.ComponentProps) {
  return (
    <Page width="form">
      <PageHeader title="Log out for good?" />
      <section className="panel grid gap-6 p-6 sm:p-8">
        <GuestLogoutChoice {...loaderData} leave="/" />
      </section>
    </Page>
  );
}
