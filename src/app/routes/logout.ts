import { logOut } from '#domain/accounts/log-out.ts';
import { ctxContext } from '../context.ts';
import { redirect } from '../redirect.ts';
import type { Route } from './+types/logout.ts';

/** A link must not log anybody out: only the form does. */
export function loader() {
  return redirect('/');
}

export async function action({ context }: Route.ActionArgs) {
  const cookie = await logOut(context.get(ctxContext));
  return redirect('/', { headers: { 'Set-Cookie': cookie } });
}
