import { logOut } from '#domain/accounts/log-out.ts';
import { GuestLogoutChoice } from '../components/accounts/guest-logout-choice.tsx';
import { Page, PageHeader } from '../components/page.tsx';
import { ctxContext } from '../context.ts';
import { screenHead } from '../page-head.ts';
import { redirect } from '../redirect.ts';
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
