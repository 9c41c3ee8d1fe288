import { createGuest } from '#domain/accounts/create-guest.ts';
import { isRefusal } from '#shared/refusals.ts';
import { safePath } from '#shared/safe-path.ts';
import { LoginScreen } from '../components/accounts/login-screen.tsx';
import { load } from '../door.ts';
import { actOnForm, formHeaders } from '../form-action.ts';
import { failureOf } from '../form-failure.ts';
import { screenHead } from '../page-head.ts';
import { reachServer } from '../reach-server.ts';
import { redirect } from '../redirect.ts';
import type { Route } from './+types/guest.ts';

export const headers = formHeaders;

export const meta: Route.MetaFunction = () => screenHead('Log in');

export const handle = { failure: 'Failed to load the login.' };

/** Whoever comes by a link or reloads has sent nothing, and finds the button again. */
export async function loader(args: Route.LoaderArgs) {
  return load(args, async ({ actor }) => ({
    loggedIn: actor && { name: actor.username, guest: actor.role === 'guest' },
  }));
}

export async function action(args: Route.ActionArgs) {
  return actOnForm(args, 'guest-failed', async (ctx, form) => {
    const next = safePath(form.get('next'));
    try {
      const cookie = await createGuest(ctx);
      throw redirect(next, { headers: { 'Set-Cookie': cookie } });
    } catch (error) {
      if (isRefusal(error) && error.code === 'already-registered') throw redirect('/login');
      throw error;
    }
  });
}

export function clientAction(args: Route.ClientActionArgs) {
  return reachServer(args, 'guest-failed');
}

/** The login screen, with the reason why it failed. */
export default function Guest({ loaderData, actionData }: Route.ComponentProps) {
  const failure = failureOf(actionData);
  return (
    <LoginScreen
      loggedIn={loaderData.loggedIn}
      failure={null}
      guestFailure={failure?.message}
      next={safePath(failure?.typed.next)}
    />
  );
}
